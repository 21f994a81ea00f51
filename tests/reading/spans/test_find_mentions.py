"""What a masker is told to hide."""

import random
import time
from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.anonymizers import residual_identifiers
from gyges.corpus import bundled_corpus
from gyges.reading import ReadMention, find_mentions, read_text
from gyges.reading.masks._find import find_masks
from gyges.reading.spans._find import _MASKED, as_page
from gyges.records import Document, Release, taxonomy
from gyges.scoring import span_recall
from reading.finders import TEXTS, check_spans, properties
from reading.spans.invented import invented_documents

test_offsets_hold_in_any_text, test_time_grows_with_the_length_only = properties(find_mentions)
TYPES = {tag.name for tag in taxonomy("tab").tags}


def hidden(text: str) -> dict[str, ReadMention]:
    return {text[mention.start : mention.end]: mention for mention in find_mentions(text)}


def is_hidden(text: str, words: str) -> bool:
    start = text.index(words)
    masked = {place for mention in find_mentions(text) for place in range(mention.start, mention.end)}
    return all(place in masked for place in range(start, start + len(words)) if text[place].isalnum())


def rates(documents: list[Document]) -> tuple[float, float, float]:
    """Return the recall of words, of direct entities and of quasi-identifying ones."""
    releases = [
        Release(d.id, "", "mask", {"edits": [{"start": m.start, "end": m.end} for m in find_mentions(d.text)]})
        for d in documents
    ]
    found = span_recall(documents, releases, mode="offsets")
    return found.recall.value or 0.0, found.er_direct.value or 0.0, found.er_quasi.value or 0.0


def outside(documents: list[Document]) -> float:
    masked = words = 0
    for document in documents:
        true = {place for m in document.mentions or () for place in range(m.start, m.end)}
        found = {place for m in find_mentions(document.text) for place in range(m.start, m.end)}
        for start, _, end in _words(document.text):
            if not true.intersection(range(start, end)):
                words += 1
                masked += found.issuperset(range(start, end))
    return masked / words


def _words(text: str) -> list[tuple[int, str, int]]:
    spans, start = [], 0
    for word in text.split():
        start = text.index(word, start)
        spans.append((start, word, start + len(word)))
        start += len(word)
    return spans


def test_invented_documents_of_many_genres_are_hidden_well() -> None:
    documents = invented_documents()
    assert len(documents) >= 24
    words, direct, quasi = rates(documents)
    assert words >= 0.90
    assert direct >= 0.95
    assert quasi >= 0.85
    assert outside(documents) <= 0.15


@pytest.mark.parametrize(
    ("files", "least"),
    [
        ("first_look_e.txt", 0.98),
        ("first_look_f.txt", 0.95),
        ("first_look_g.txt", 0.94),
        ("first_look_h.txt", 0.94),
        ("first_look_i.txt", 0.95),
    ],
)
def test_documents_written_before_any_rule_was_made_for_them_are_hidden_well(files: str, least: float) -> None:
    words, direct, quasi = rates(invented_documents(files))
    assert words >= 0.87
    assert direct >= least
    assert quasi >= 0.77


@pytest.mark.parametrize(
    ("files", "least"),
    [
        ("first_look_j.txt", 0.99),  # at first look 0.950; its misses were then read and mended
        ("first_look_k.txt", 0.98),  # at first look 0.945, after those of j 0.952; then read and mended
        ("first_look_l.txt", 0.98),  # at first look 0.963, after those of j and k 0.966; then read and mended
    ],
)
def test_documents_whose_misses_were_mended_stay_hidden_well(files: str, least: float) -> None:
    documents = invented_documents(files)
    words, direct, quasi = rates(documents)
    assert words >= 0.94
    assert direct >= least
    assert quasi >= 0.86
    assert outside(documents) <= 0.08


def test_bundled_documents_for_development_are_hidden_well() -> None:
    documents = [document for document in bundled_corpus() if document.meta["split"] == "dev"]
    words, direct, quasi = rates(documents)
    assert words >= 0.88
    assert direct >= 0.97
    assert quasi >= 0.80


@pytest.mark.parametrize(
    ("text", "words", "kind"),
    [
        ("Yesterday Ms Tuulikki Saarinen-Bah phoned.", "Ms Tuulikki Saarinen-Bah", "PERSON"),
        ("hi priya, can u call keiran", "keiran", "PERSON"),
        ("Dear Grace,\nthe form came.", "Grace", "PERSON"),
        ("Kind regards,\nHope Marsh", "Hope Marsh", "PERSON"),
        ("The appeal of H.T. was heard.", "H.T.", "PERSON"),
        ("Spelt M-A-R-S-H, please.", "M-A-R-S-H", "PERSON"),
        ("write to owen.fenning or night_owl7", "night_owl7", "PERSON"),
        ("Mail me: b.ward@smithlane.example today", "b.ward@smithlane.example", "CODE"),
        ("or nell (at) divers dot example", "nell (at) divers dot example", "CODE"),
        ("see https://clinic.example/p/4471?x=2.", "https://clinic.example/p/4471?x=2", "CODE"),
        ("application no. 31881/02 was lodged", "31881/02", "CODE"),
        ("plate BX14 KLP u cant miss it", "BX14 KLP", "CODE"),
        ("ring 07700 900 461 after work", "07700 900 461", "CODE"),
        ("She lives at 4 Fairlie Wynd, Prestwick.", "4 Fairlie Wynd", "LOC"),
        ("Guest in room 214 left.", "room 214", "LOC"),
        ("He lives on garrison lane now", "garrison lane", "LOC"),
        ("in the county of Jämtland", "county of Jämtland", "LOC"),
        ("He works at Atasam hospital.", "Atasam hospital", "ORG"),
        ("the Warsaw Regional Court (Sąd Okręgowy) held", "Warsaw Regional Court (Sąd Okręgowy", "ORG"),
        ("It was in the summer of 2019.", "summer of 2019", "DATETIME"),
        ("She called at ten past one.", "ten past one", "DATETIME"),
        ("see you last Tuesday evening", "last Tuesday evening", "DATETIME"),
        ("due 12/3 or earlier", "12/3", "DATETIME"),
        ("signed off for six weeks", "six weeks", "DATETIME"),
        ("paid 1,898,208,000 Turkish Liras (TRL) in all", "1,898,208,000 Turkish Liras (TRL)", "QUANTITY"),
        ("it cost €3,200 a month", "€3,200 a month", "QUANTITY"),
        ("with seven other persons", "seven other persons", "QUANTITY"),
        ("I was nine when it began.", "nine", "DEM"),
        ("a widowed mother of two", "mother of two", "DEM"),
        ("She has multiple sclerosis.", "multiple sclerosis", "DEM"),
        ("He is a devout Pentecostal.", "Pentecostal", "DEM"),
        ("Sex: F  Religion: Jain", "Jain", "DEM"),
        ("#SingleDad of the year", "#SingleDad", "MISC"),
        ("Rose said that she would come.", "Rose", "PERSON"),
        ("my manager (Hope) agreed", "Hope", "PERSON"),
        ("can u ask faith to ring", "faith", "PERSON"),
        ("joy: will hates me", "will", "PERSON"),
        ('They call him "Badger" at work.', "Badger", "PERSON"),
        ("Ms W gave evidence.", "Ms W", "PERSON"),
        ("Present: B Postlethwaite (chair). BP declared an interest.", "BP", "PERSON"),
        ("the Tranter boys had been seen", "Tranter boys", "PERSON"),
        ("Radmila Stojković, born Vukić, spoke", "Radmila Stojković, born Vukić", "PERSON"),
        ("pay mehakb@okbank please", "mehakb@okbank", "CODE"),
        ("seen at 51.50742, -0.12780 again", "51.50742, -0.12780", "LOC"),
        ("write to P.O. Box 4417, Meru", "P.O. Box 4417", "LOC"),
        ("She lives at 14 bis rue des Tanneurs.", "14 bis rue des Tanneurs", "LOC"),
        ("He has carpal tunnel syndrome.", "carpal tunnel syndrome", "DEM"),
        ("my son is in second year law", "second year law", "DEM"),
        ("SUSPECT W/M 5'11", "W/M", "DEM"),
        ("pulse 104 on arrival", "104", "QUANTITY"),
        ("signed 2022. 5. 19. in Seoul", "2022. 5. 19", "DATETIME"),
        ("Re: boiler — reply by driftwood »", "driftwood", "PERSON"),
        ("**driftwood**: same here", "driftwood", "PERSON"),
        ("<crumble> hi\n<mothman> yes crumble", "crumble", "PERSON"),
        ("my gamertag is frostbite", "frostbite", "PERSON"),
        ("add me on snap, peanut.b", "peanut.b", "PERSON"),
        ("Minutes taken by bk.", "bk", "PERSON"),
        ("priya.r closed the ticket", "priya.r", "PERSON"),
        ("see t.me/owlish", "t.me/owlish", "CODE"),
        ("or rose.field[at]mail.example", "rose.field[at]mail.example", "CODE"),
        ("~kelly in rabat: no?\nfz: yes\n~kelly in rabat: ok", "kelly in rabat", "PERSON"),
        ("quiet-teapot (09:20): hi\nmia (09:21): yo\nquiet-teapot (09:22): ok", "quiet-teapot", "PERSON"),
        ("purity – hi all\nsol – hey\npurity – what time?", "purity", "PERSON"),
        ("one star off for the music. (strayteapot_)", "strayteapot", "PERSON"),
        ("Lovely stay\nby moss-biscuit\nWe paid a lot.", "moss-biscuit", "PERSON"),
        ("who: aisling and me", "aisling", "PERSON"),
        ("subject: mick hocking, see below", "mick hocking", "PERSON"),
        ("Bed 7: Guillemot, 19, fell.", "Guillemot", "PERSON"),
        ("Call +46 31 390 06 63: a man", "+46 31 390 06 63", "CODE"),
        ("Squeak says he will come.", "Squeak", "PERSON"),
        ("ps tell smudge to ring", "smudge", "PERSON"),
        ("pickle's mum called", "pickle", "PERSON"),
        ("my mate spud was there", "spud", "PERSON"),
        ("her husband (Bear) left", "Bear", "PERSON"),
        ("Rocky here, call me.", "Rocky", "PERSON"),
        ("auntie bee said no", "auntie bee", "PERSON"),
        ("tell big al to come", "big al", "PERSON"),
        ("Then Mo and Al came.", "Al", "PERSON"),
        ("someone named hawk on the server", "hawk", "PERSON"),
        ("hi fish, u up?", "fish", "PERSON"),
        ("see you there\npeach xx", "peach", "PERSON"),
        ("see u friday. — mark anthony", "mark anthony", "PERSON"),
        ('"Spider" was seen there.', "Spider", "PERSON"),
        ('He asked if "Ragga" could stay.', "Ragga", "PERSON"),
        ("Interpreter: Lake\nGP: Field", "Lake", "PERSON"),
        ("f/k/a Robin Stone", "Robin Stone", "PERSON"),
        ("T-Bone was there", "T-Bone", "PERSON"),
        ("Mrs. Day left.", "Mrs. Day", "PERSON"),
        ("Ms An is here.", "Ms An", "PERSON"),
        ("kuya d lead the ride", "kuya d", "PERSON"),
        ("is ate Cherrylou with her", "ate Cherrylou", "PERSON"),
        ("ask mme tazi", "mme tazi", "PERSON"),
        ('Mr "Taff" Mathias said so.', 'Mr "Taff" Mathias', "PERSON"),
        ("Gulnara apa said so.", "Gulnara apa", "PERSON"),
        ("Kenny the Fish was seen.", "Kenny the Fish", "PERSON"),
        ("the name on it is s. yildirim", "s. yildirim", "PERSON"),
        ("Then van der Horst came, and de Souza left.", "de Souza", "PERSON"),
        ("Khalid al-Farsi spoke.", "Khalid al-Farsi", "PERSON"),
        ("Passenger KNUTSEN/OLE MR is late.", "KNUTSEN/OLE MR", "PERSON"),
        ("Signed: S. ap G.", "S. ap G.", "PERSON"),
        ("K's mother came.", "K", "PERSON"),
        ("The child E shall stay.", "E", "PERSON"),
        ("Wynne Hughes is nine. NB: W was picked.", "W ", "PERSON"),
        ("bokbok: hi\nmia: lol\nbokbok: no\nmia: omg bok.", "bok.", "PERSON"),
        ("To 4 Elm Road: Suur-Posti 18-4, 80010 Pärnu", "Suur-Posti 18-4, 80010 Pärnu", "LOC"),
        ("Kale Nagusia 33, 2. ezk., 20560 Oñati", "Kale Nagusia 33, 2. ezk., 20560 Oñati", "LOC"),
        ("Clinic, Gedimino pr. 41, Vilnius", "Gedimino pr. 41", "LOC"),
        ("he gave his address as Rohu 7, where he grew up", "Rohu 7", "LOC"),
        ("In a garage at Gudrunsvej 80 he repairs them.", "Gudrunsvej 80", "LOC"),
        ("House 22, Road 7, Block C, Banani, Dhaka 1213", "House 22, Road 7, Block C, Banani, Dhaka 1213", "LOC"),
        ("Blk 214 Toa Payoh Lorong 8 #07-331", "Blk 214 Toa Payoh Lorong 8 #07-331", "LOC"),
        ("22 Jalan 3/4C, Taman Desa, 53100 KL", "22 Jalan 3/4C, Taman Desa, 53100 KL", "LOC"),
        ("its at 27 rue oued ziz", "27 rue oued ziz", "LOC"),
        ("he's at number 85 now", "number 85", "LOC"),
        ("Rose Cottage, Nether Wallop", "Rose Cottage, Nether Wallop", "LOC"),
        ("the keys of the Octavia (418 BKT) to her", "418 BKT", "CODE"),
        ("the plate ended in KR 07.", "KR 07", "CODE"),
        ("he's number 1142 today", "1142", "CODE"),
        ("account XXXX-4409 at the bank", "XXXX-4409", "CODE"),
        ("Aadhaar XXXX XXXX 6193 is linked", "XXXX XXXX 6193", "CODE"),
        ("tracking 1Z 999 AA1 01 2345 6784", "1Z 999 AA1 01 2345 6784", "CODE"),
        ("he wants more from february", "february", "DATETIME"),
        ("we stayed two nights there", "two nights", "DATETIME"),
        ("Addendum 11:15: she rang", "11:15", "DATETIME"),
        ("flexion now 95° (was less)", "95", "QUANTITY"),
    ],
)
def test_what_gives_somebody_away_is_found_with_its_type(text: str, words: str, kind: str) -> None:
    assert is_hidden(text, words)
    start = text.index(words)
    assert kind in {m.type for m in find_mentions(text) if m.start < start + len(words) and start < m.end}


@pytest.mark.parametrize(
    "text",
    [
        "The court held that there had been no violation of the Convention.",
        "However, nobody thought that this would make the slightest difference to anyone.",
        "Please read the instructions before you use the machine, and keep them in a safe place.",
        "Question: what happened then?",
        "we will mark the bill and hope for the best",
        "I hope that the grant may chase away the gloom.",
        "A response by saying nothing is still a response.",
        "It earned a certain nickname. After that nothing happened.",
        "Management said nothing, and the report says so.",
        "Hi all, hello there, dear everyone!",
        "My signal is weak and my login is down.",
    ],
)
def test_plain_words_stay(text: str) -> None:
    assert find_mentions(text) == ()


@pytest.mark.parametrize(
    "mask", ["[PERSON]", "[PERSON_1]", "<NAME>", "{NAME}", "***", "*****", "[redacted]", "[REDACTED]", "████", "XXXX"]
)
def test_what_is_masked_already_is_left_alone(mask: str) -> None:
    text = f"Then {mask} went to see {mask} about the roof."
    assert find_mentions(text) == ()


@pytest.mark.parametrize(
    "mask",
    ["[US_SSN]", "<PHONE_NUMBER>", "[Person A]", "[LOCATION-2]", "[name withheld]", "[Patient Name]", "[LAUGHTER]",
     "[redacted for privacy]", "[CREDIT CARD]", "{FIRSTNAME}", "[Hospital 1]"],
)  # fmt: skip
def test_labels_of_other_tools_and_remarks_are_left_alone(mask: str) -> None:
    assert find_mentions(f"Then {mask} went to see {mask} about the roof.") == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[Name: Petra Hagedorn] ist Lehrerin und wohnt dort seit Jahren.", ["Petra Hagedorn"]),
        ("Die Akte von [redacted Petra Hagedorn] liegt bei uns.", ["Petra Hagedorn"]),
        ("Ich habe <HAGEDORN> gestern in der Schule gesehen.", ["HAGEDORN"]),
        ("[HAGEDORN]: Ich bin müde und gehe.\n[TIEDEMANN]: Und ich bleibe noch.", ["HAGEDORN", "TIEDEMANN"]),
        ("[BAKER]: I am tired and will go.\n[HOLLIS]: And I will stay.", ["BAKER", "HOLLIS"]),
        ("We met [Helen B] and {BAKER} there.", ["Helen B", "BAKER"]),
        ("The file of [redacted Helen Baker] is with us.", ["Helen Baker"]),
    ],
)
def test_a_name_in_brackets_is_no_mask(text: str, names: list[str]) -> None:
    assert [text[m.start : m.end] for m in find_mentions(text) if m.type == "PERSON"] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[BAKER]: I am a nurse in Leeds.\n[HOLLIS]: And I work as a plumber.", ["Baker", "Hollis"]),
        ("[HAGEDORN]: Ich bin Lehrerin in Bremen.\n[TIEDEMANN]: Und ich bin Klempner.", ["Hagedorn", "Tiedemann"]),
    ],
)
def test_speakers_in_brackets_are_people(text: str, names: list[str]) -> None:
    people = " ".join(person.description for person in read_text(text).people).casefold()
    assert all(name.casefold() in people for name in names)


def test_what_stands_beside_a_placeholder_is_still_found() -> None:
    text = "[PERSON] moved to Tromsø on 3 May 2019."
    assert set(hidden(text)) == {"Tromsø", "3 May 2019"}


def test_mentions_of_one_person_share_a_chain() -> None:
    text = (
        "Dr Aleksandra Nowicka saw Piotr Zieliński. Nowicka wrote to A. Nowicka's clinic; Piotr left. "
        "Mail aleksandra.nowicka@clinic.example."
    )
    chains = {text[m.start : m.end]: m.person for m in find_mentions(text) if m.person}
    doctor = chains["Dr Aleksandra Nowicka"]
    assert doctor == chains["Nowicka"] == chains["A. Nowicka"] == chains["aleksandra.nowicka@clinic.example"]
    assert chains["Piotr"] == chains["Piotr Zieliński"] != doctor


def test_two_people_of_one_family_name_have_two_chains() -> None:
    text = "Maria Kowalczyk met Tomasz Kowalczyk."
    maria, tomasz = (m.person for m in find_mentions(text) if m.type == "PERSON")
    assert maria != tomasz


def test_names_codes_and_addresses_are_direct_the_rest_is_not() -> None:
    text = "Ana Reis, a nurse aged 43, lives at 12 Elm Road, Leeds; passport N1182047; paid £40 in May 2019."
    direct = {words for words, mention in hidden(text).items() if mention.direct}
    assert "Ana Reis" in direct
    assert any("12 Elm Road" in words for words in direct)
    assert "N1182047" in direct
    assert not {"nurse", "£40", "May 2019"} & direct


@pytest.mark.parametrize(
    "text", ["", " ", "\r\n\r\n", "😀😀", "שלום עולם", "\u202eanA", "\x00", "'", "I", "#", "@", "O ÞÞ=", "O AÞ"]
)
def test_odd_texts_are_read(text: str) -> None:
    check_spans(text, find_mentions(text))


def test_line_ends_do_not_matter() -> None:
    lines = ["Patient: Okafor, Chidi", "DOB: 3/11/1971", "Seen by Dr Whittle at Membury on Friday."]
    plain, windows = "\n".join(lines), "\r\n".join(lines)
    assert list(hidden(plain)) == list(hidden(windows))


@settings(deadline=None, max_examples=60)
@given(TEXTS)
def test_types_are_those_of_the_taxonomy_and_only_people_have_chains(text: str) -> None:
    for mention in find_mentions(text):
        assert mention.type in TYPES
        assert any(map(str.isalnum, text[mention.start : mention.end]))
        assert mention.person is None or mention.type in {"PERSON", "CODE"}
        assert (mention.person is not None) or mention.type != "PERSON"


@settings(deadline=None, max_examples=30)
@given(TEXTS, st.sampled_from(["[PERSON]", "***", "<NAME_2>"]))
def test_placeholders_are_never_part_of_a_mention(text: str, mask: str) -> None:
    whole = f"{text} {mask} {text}"
    start = len(text) + 1
    for mention in find_mentions(whole):
        assert mention.end <= start or mention.start >= start + len(mask)


def test_a_million_characters_without_a_line_break_take_seconds() -> None:
    words = " ".join(document.text for document in bundled_corpus() if document.meta["split"] == "dev")
    text = (words.replace("\n", " ") * 20)[:1_000_000]
    find_mentions(text[:5000])
    started = time.process_time()
    check_spans(text, find_mentions(text))
    assert time.process_time() - started < 20  # 4 on a quiet machine; a quadratic step takes minutes


def test_many_different_people_take_no_longer_than_few() -> None:
    chance = random.Random(4)
    names = ["".join(chance.choices(ascii_lowercase, k=7)).capitalize() for _ in range(9000)]
    text = " met ".join(f"{first} {last}" for first, last in zip(names[::2], names[1::2], strict=True))
    started = time.process_time()
    find_mentions(text)
    assert time.process_time() - started < 5


MASKS = st.sampled_from(
    ["[NAME]", "[NAME]]", "{NAME}}", "████", " ", "<PERSON_1>>", "Person A", "[Person A]", "***", "Ana "]
)


@given(st.lists(MASKS, max_size=6).map("".join))
def test_whatever_either_way_of_seeing_a_placeholder_covers_is_hidden(text: str) -> None:
    page = as_page(text)
    assert len(page.text) == len(text)
    end = 0
    for start, stop in page.hidden:
        assert end <= start < stop
        assert set(page.text[start:stop]) == {"·"}
        end = stop
    seen = [*((mask.start, mask.end) for mask in find_masks(text)), *(m.span() for m in _MASKED.finditer(text))]
    assert all(set(page.text[start:stop]) == {"·"} for start, stop in seen)


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("PLZ/Ort: 72070 Tübingen", "72070 Tübingen"),
        ("PLZ, Wohnort: 79098 Freiburg im Breisgau", "79098 Freiburg im Breisgau"),
        ("Straße: Am Markt 3", "Am Markt 3"),
        ("Straße/Nr.: An der Linde 14 b", "An der Linde 14 b"),
        ("Street: Zur Mühle 5, 72070 Tübingen", "Zur Mühle 5, 72070 Tübingen"),
        ("Anschrift: Birkenweg 7", "Birkenweg 7"),
    ],
)
def test_a_german_address_line_in_an_english_form_is_a_direct_identifier(line: str, address: str) -> None:
    text = f"Patient intake form\nName: Tunde Oyelaran\n{line}\nNotes: The patient is the only organ builder in town."
    assert [(one.type, one.direct) for one in find_mentions(text) if text[one.start : one.end] == address] == [
        ("LOC", True)
    ]
    left = residual_identifiers(text, Release("a", text, "none"))
    assert any(one.words == address for one in left)
