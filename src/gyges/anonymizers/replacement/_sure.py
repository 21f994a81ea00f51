"""Whether a span is what its type says: an edit that was not understood is not made."""

import re
from dataclasses import replace

from gyges.anonymizers.replacement._parted import is_speaker
from gyges.anonymizers.replacement._person_names import (
    is_familiar,
    is_handle,
    name_words,
    sex_of_title,
    title_before,
)
from gyges.anonymizers.replacement._remembered import places_of, remembered, stands
from gyges.anonymizers.replacement._replacement import SpansToReplace
from gyges.anonymizers.replacement._word_kinds import (
    is_form_of_address,
    is_known_place,
    is_land,
    is_no_name,
    is_people,
    is_word,
    kept_words,
    saints,
)
from gyges.reading import ReadMention
from gyges.reading.english import can_be, usual_tag
from gyges.reading.lookups import first_name, fold, is_surname, kin, months

_COMMON, _LOWER = 0.6, 0.4  # weight from which a first name is one though it is a word, or stands in small letters
_RARE = 0.15  # weight below which a first name is one hardly anywhere
_OFTEN = 0.85  # weight from which a first name that is a word is most often the name: "Rose", "Mark"
_SHORT_FORMS = frozenset(
    ("d.o.b", "a.k.a", "e.g", "i.e", "n.b", "p.s", "r.s.v.p", "a.m", "p.m", "c.v", "p.o", "v.i.p", "c.c")
)
_DAY_BEFORE = re.compile(r"\d (?:de )?$")
_MONTH_BEFORE = re.compile(r"\b(?:in|since|until|till|of|by|from|last|next|this)\s$")
_DEGREE = re.compile(r"[BM]\.\s?[A-Z][a-z]{1,3}\.?")
_TO_A_PLACE = re.compile(r"\b(?:in|at|from|to|near|via|into|through|outside|towards?|around)\s$")
_OF_A_SAINT = re.compile(r"(?:St\.?|Saint|Sainte|San|Santa|São|Sant)\s", re.IGNORECASE)
_ROYAL = re.compile(r"(?:Queen|King|Princess|Prince|Lady)\s[^\W\d_]+$")  # a suite, a hotel, a ship
_FEAST_OF = re.compile(r"['’]?s\s(?:weekend|day|eve|night|week)\b", re.IGNORECASE)  # "Patrick's weekend"
_NUMBERED = re.compile(r"\s(?:\d|[IVX]{2,}\b)")  # a model: "Grace 11"
_SHORTENED = re.compile(r"\.[ \t]+(?:\d|[a-z])")  # "Bal. 2,180"
_INNER_CAPITAL = re.compile(
    r"[^\W\d_]{1,3}[a-z][A-Z][^\W\d_]{0,2}|[A-Z][a-z][A-Z]|[A-Z]{2,}-[A-Z]{2,}"
)  # "RoC", "SIM-SWAP"
_PRAYED = re.compile(r"\s(?:was|is|were)\s(?:said|sung|prayed|offered)\b")  # "Grace was said"
_FEAST_AFTER = re.compile(r"\s(?:night|holidays?|weekend|festival|eve|prayers?|procession|year)\b")  # "Valborg night"
_ORDERED = re.compile(r"\s(?:it|them|the|this)\b")
_NUMBER_AFTER = re.compile(r"\.?\s?:?\s?\d")
_OPENS, _ENDS = re.compile(r"(?:^|\n|:[ \t])$"), re.compile(r"\s*(?:$|\n|,)")
_STORM_WORDS = ("Cyclone", "Hurricane", "Typhoon", "Storm")
_STORM = re.compile(rf"\b(?:{'|'.join(_STORM_WORDS)})\s([^\W\d_a-z][^\W\d_]+)")
_THING_BEFORE = re.compile(
    r"\b(?:room|salle|sala|saal|hall|boat|cutter|ship|ferry|trawler|vessel|dinghy|yacht|suite|M/V|MV|SS)\s[\"“‘']?$",
    re.IGNORECASE,
)
_THING_AFTER = re.compile(
    r"(?:['’]s|[\"”’'])?\s(?:scale|test|score|meter|index|syndrome|disease|criteria|method|rule|recipe|suite|room|pavilion|ward|stand|cup|award|prize|trophy|bazar|bridge|building|wing|theatre|stadium|branch|shop|store|parish|plant|model|line|beach|square|match|clinic|hospital|school|hotel|bakery|foundation|institute|academy)\b",
    re.IGNORECASE,
)
_A_KIND_OF = re.compile(r"\b(?:an?|the)\s(?:[a-z]+\s)?$")  # "a temporary Bailey bridge"
_PLAYED = re.compile(r"\s(?:against|versus|vs?\.?)\s[A-Z]")
_MARKS = ("¡", '"', "“", "”", "'", "‘")
_WHEN = re.compile(r"\b(?:last|next|this|every|each|by|since|until|before|after|during)\s$")  # a feast
_WITHIN = re.compile(r"\b(?:in|at|near|via|into|through|outside|around)\s$")
_INSIDE_A_NAME = re.compile(r"([^\W\d_a-z][^\W\d_]+)\s$")  # "Gentse Feesten"
_THE = re.compile(r"\b(?:the|an?)\s$")
_PERSONAL = re.compile(
    r"['’]s\b|,\s\d\d\b|\s\(\d\d\)|,\s(?:the|my|his|her|our|their|a|an|who)\b|:\s"
    r"|\s(?:is|was|has|had|says|said|asks|asked|told|tells|wrote|writes|came|comes|went|goes|does|did|will|would|"
    r"can|could|knows|knew|works|worked|lives|lived|took|takes|made|makes|thinks|thought|wants|wanted|and I)\b"
)
_NEXT = re.compile(r" ([^\W\d_A-Z]{3,})\b(?!['’])")
_FIELD = re.compile(r"(?:[:|\t]|\b(?:name|by|from|to|and|v\.?|vs\.?))\s{1,8}$|(?:^|\n)\s*(?:\d+\.\s*)?$", re.IGNORECASE)
_ADDRESSED = re.compile(
    r"\b(?:[Dd]ear|[Hh]i|[Hh]ello|[Tt]hanks|[Ss]orry|ask|asked|told|tell|met|with|and|called|named|ring|rang|by|from|for|to)\s$|[:(\"“*]\s?$|\n$|[A-Z]\w+,\s$"
)
_LETTER = re.compile(r"(?<!\w)[^\W\d_a-z]\.")
_APPOSED = re.compile(r",\s(?:the|my|his|her|our|their|who|an?)\b")
_PERSON_AFTER = re.compile(
    r",\s(?:he|she|who)\b|['’]s\s(?:mother|father|wife|husband|son|daughter|brother|sister)\b"
    r"|\s(?:says|said|asks|asked|told|tells|wrote|writes|received|receives|stops|stopped|came|went|answered|replied|wants|wanted|took)\b"
)
_MOVED_TO = re.compile(
    r"\b(?:trip|bus|train|ferry|flight|helicopter|ambulance|road|ride|drove|flew|went|walked|transfer(?:red)?|travelled|sailed|moved)\s"
    r"(?:up\s|down\s|back\s|over\s)?to\s$"
)
_OFFICES = ("master", "keeper", "warden", "meister", "vollzieher", "lehrer", "direktor", "inspektor", "officer")
_CAMEL = re.compile(r"(?<![^\W_])(?!Ma?c|De|Di|Fitz|La|Le|O['’]|Van|Von)[A-Z][a-z]+[A-Z][a-z]+.*\s")  # "SomniWave Mini"
_HYPHENED = re.compile(r"[A-Z]-[A-Z][a-z]+")  # "P-Konto"
_FEAST_BEFORE = re.compile(r"\b(?:feast|festival|night|prayer|holiday)\sof\s$")
_OF_A_LAND = re.compile(r"[A-Z][a-z]+(?:ian|ish|ese)")
_LETTERS = re.compile(r"[^\W\d_]+")
_FEAST_LAST = re.compile(r"\s(?:Day|Eve|Night|Week)$")
_LOUD_PLACE = re.compile(r"[^\Wa-z][^a-z]+,\s([^\W\d_]+)")
_WORD_BEFORE = re.compile(r"\b([a-z]+(?:-[a-z]+)*),?\s\(?$")
_SMALLEST = 2  # letters: "At", "Mi"
_ABBREVIATED = 3  # letters of an abbreviation


def is_organisation(words: str) -> bool:
    """Tell whether what was taken for a person is named like an organisation: "Cooperativa Cerro Verde"."""
    told = [word.lower() for word in _LETTERS.findall(words)]
    heads = kept_words("foreign_heads")
    return len(told) > 1 and (told[0] in heads or told[-1] in heads | kept_words("sure_heads"))


def named_spans(scene: SpansToReplace, keys: list[str]) -> frozenset[int]:
    """Return where the spans of people that are names begin; roles and ordinary words in capitals are none.

    A word that is part of a full name elsewhere is a name, though by itself it may be a word ("Tom Baker", "Baker").
    """
    people = [
        (one, entity)
        for one, entity in zip(scene.mentions, keys, strict=True)
        if one.type == "PERSON" and not is_organisation(scene.words(one))
    ]
    sure = {
        one.start: entity
        for one, entity in people
        if _is_name(scene, one) and not _is_bracketed(scene, one, entity) and not _is_order(scene, one)
    }
    words: dict[str, set[str]] = {}
    for one, entity in people:
        if one.start in sure:
            words.setdefault(entity, set()).update(_names_in(scene.words(one)))
    also = {
        one.start
        for one, entity in people
        if entity in words and _is_part_of(scene.words(one), words[entity]) and not _is_order(scene, one)
    }
    return frozenset(sure) | also


def _is_order(scene: SpansToReplace, mention: ReadMention) -> bool:
    """Tell whether a word in capitals tells somebody to do something: "MARK it on the chart"."""
    words = scene.words(mention)
    return words.isupper() and is_word(words.lower()) and _ORDERED.match(scene.text, mention.end) is not None


def _is_part_of(surface: str, known: set[str]) -> bool:
    """Tell whether words call somebody by a part of the name, or by its letter: "Eng. K."."""
    found = _names_in(surface)
    if not found:
        letters = [word.key for word in name_words(surface) if word.kind == "letter"]
        return len(letters) == 1 and letters[0] in {word[0] for word in known}
    return set(found) <= known and not _is_small_word(surface)


def _is_small_word(surface: str) -> bool:
    """Tell whether a name by itself is more likely a small word of English or a pronoun of another language."""
    return len(surface) <= _SMALLEST or surface.lower() in kept_words("small")


def _is_bracketed(scene: SpansToReplace, mention: ReadMention, entity: str) -> bool:
    """Tell whether letters in brackets are nobody's of the text: "(P.E.)" is a degree."""
    return entity.startswith("as written") and scene.text[: mention.start].endswith("(") and "." in scene.words(mention)


def _names_in(surface: str) -> list[str]:
    return [word.key for word in name_words(surface) if word.kind == "name"]


def _is_name(scene: SpansToReplace, mention: ReadMention) -> bool:
    surface = scene.words(mention)
    words = name_words(surface)
    named = [surface[word.start : word.end] for word in words if word.kind == "name"]
    if is_handle(surface):
        parts = [is_word(part) for part in _LETTERS.findall(surface)]
        if all(run.lower() in kept_words("no_names") for run in _LETTERS.findall(surface)):
            return False  # "@USER"
        if "." in surface and any(parts):  # "customer.tel"
            return surface.startswith(("@", "u/"))
        return surface.startswith(("@", "u/")) or not all(parts)
    if not named:  # letters after a name are degrees
        letters = sum(word.kind == "letter" for word in words)
        if surface.lower().strip(". ") in _SHORT_FORMS or _NUMBER_AFTER.match(scene.text, mention.end):
            return False
        return (
            letters > 1
            and not re.search(r"\w \w", surface)
            and scene.text[max(0, mention.start - 2) : max(0, mention.start - 1)] != ","
        )
    storms = remembered(scene.text, _STORM, lambda: _storms(scene.text))
    if _is_named_thing(surface, named) or not storms.isdisjoint(named):
        return False
    titled = bool(title_before(scene.text, mention.start)) or any(
        word.kind == "title" and (is_form_of_address(word.key) or is_familiar(word.key) or sex_of_title(word.key))
        for word in words
    )
    if _is_office(named) or _CAMEL.search(surface) or _HYPHENED.fullmatch(surface):
        return False
    lettered = _LETTER.search(surface) and not _DEGREE.fullmatch(surface) and not _is_short_test(named)
    if lettered and any(not is_word(word) or is_surname(word) for word in named):  # "F. Shaikh"
        return True
    if not titled and not _is_certain(scene.text, mention, named):
        return False
    if len(named) == 1 and not titled and not _stands_alone(scene.text, mention, named[0]):
        return False
    return any(_can_name(scene.text, word, titled, len(named) > 1) for word in named)


def _storms(text: str) -> frozenset[str]:
    """Return what the storms of a text are called."""
    return frozenset(_STORM.findall(text) if any(word in text for word in _STORM_WORDS) else ())


def _is_office(named: list[str]) -> bool:
    """Tell whether one word is a form of address by itself, or an office: "(Ms)", "Bandmaster"."""
    if len(named) != 1 or first_name(named[0]) is not None:
        return False
    low = named[0].lower()
    return is_form_of_address(low) or (low.endswith(_OFFICES) and not is_surname(low))


def _is_short_test(named: list[str]) -> bool:
    """Tell whether capitals after a letter are those of a test: "B. MMSE"."""
    last = named[-1]
    return last.isupper() and len(last) <= _ABBREVIATED + 1 and first_name(last) is None and not is_surname(last)


def _is_named_thing(surface: str, named: list[str]) -> bool:
    """Tell whether words name a feast, a thing or nothing: "Wi-Fi", "Durga Puja"."""
    if surface.lower() in kept_words("no_names") or _OF_A_SAINT.match(surface) or surface.startswith(("Mt ", "Mt. ")):
        return True
    if named[0].lower() in kept_words("small") and named[0] != surface[:1] and " " in surface:  # "She eats"
        return True
    if any(word.lower() in kept_words("feast_words") for word in named) or _ROYAL.match(surface):
        return True
    if _FEAST_LAST.search(surface):  # "Errol Barrow Day"
        return True
    if len(named) > 1 and named[-1].lower() in kept_words("labels"):  # "Emirates ID"
        return True
    if all(word.isupper() and len(word) <= _ABBREVIATED for word in named) and not surface.isupper():  # "nurse (RN)"
        return True
    placed = _LOUD_PLACE.fullmatch(surface)
    if placed is not None and is_known_place(placed[1]) and not _is_named_often([placed[1]]):  # "CARIBOU, Maine"
        return True
    none = [word.lower() in kept_words("no_names") for word in named]
    return any(none) and all(no or is_word(word) for no, word in zip(none, named, strict=True))


def _is_certain(text: str, mention: ReadMention, named: list[str]) -> bool:
    """Tell whether words without a title are somebody's name: no ordinary words, and no part of the name of a thing."""
    if _is_of_a_thing(text, mention, named):
        return False
    return _are_a_name(text, mention, named) if len(named) > 1 else _is_a_name(text, mention, named[0])


def _is_of_a_thing(text: str, mention: ReadMention, named: list[str]) -> bool:
    """Tell whether the words around some words say that they are, or belong to, the name of a thing."""
    start, end = mention.start, mention.end
    before, head = text[max(0, start - 12) : start], text[max(0, start - 20) : start]
    following = _NEXT.match(text, end)
    kind = len(named) == 1 and following is not None and usual_tag(following[1]) in {"NN", "NNS"}
    within = _INSIDE_A_NAME.search(head)
    headed = within is not None and within[1].lower() in kept_words("foreign_heads") | kept_words("place_heads")
    quoted = before.endswith(_MARKS)
    return bool(
        headed  # "Villa Adela"
        or (kind and _A_KIND_OF.search(head))
        or (kind and _OF_A_LAND.fullmatch(named[0]) and first_name(named[0]) is None)  # "Bothnian sea ice"
        or (quoted and not _is_named_often(named))  # a nickname, a cry: "¡Salud!"
        or (quoted and len(named) > 1 and text[end : end + 1] in _MARKS)  # "Für Elise"
        or _FEAST_BEFORE.search(before)
        or _THING_BEFORE.search(before)  # "room Marie Curie"
        or _THING_AFTER.match(text, end)
        or _THE.search(before)  # "the Queen Elizabeth" is a hospital or a ship
        or (len(named) == 1 and _PLAYED.match(text, end))  # "Baník against Sparta" are clubs
    )


def _are_a_name(text: str, mention: ReadMention, named: list[str]) -> bool:
    """Tell whether several words are somebody's name."""
    before = text[max(0, mention.start - 28) : mention.start]
    small = [word for word in named if word.islower()]
    if small and not _is_known(small):
        return False  # "Entraide des Pentes", "Filla meva"
    if _WITHIN.search(before[-12:]) and not any(map(first_name, named)):
        return False  # "at Wat Pho"
    if _MOVED_TO.search(before) and not _is_usual(named[:1]):
        return False  # "a trip to Cabo Polonio"
    if text[mention.start : mention.end].isupper() and not _is_known(named):
        field = _FIELD.search(before[-24:])
        return bool(field and field[0].strip())  # "EN PASSANT" is a heading
    if is_known_place(named[0]) and first_name(named[0]) is None and not is_surname(named[0]):
        return False  # "Nagpur Rakt Mitra" is a group of the town
    return not all(map(is_word, named)) or _is_known(named) or _is_personal(text, mention)


def _is_a_name(text: str, mention: ReadMention, name: str) -> bool:
    """Tell whether one word is somebody's name."""
    before = text[max(0, mention.start - 12) : mention.start]
    stat = first_name(name)
    weight = stat.weight if stat is not None else 0.0
    if is_word(name):
        return weight >= _OFTEN or (weight >= _COMMON and _is_personal(text, mention))
    bare = text[mention.start : mention.end] == name  # no letter, no title
    if bare and weight < _RARE and not is_surname(name) and not _is_called(text, mention):
        return False
    if not weight and not is_surname(name) and is_known_place(name) and not _is_personal(text, mention):
        return False  # "Geelong VIC"
    if weight < _COMMON and not _is_personal(text, mention):
        placed = _TO_A_PLACE.search(before) and not _APPOSED.match(text, mention.end)
        if placed and weight < _LOWER and not is_surname(name):  # "a bus to Xela"
            return False
        return not ((_WITHIN.search(before) or _WHEN.search(before)) and is_known_place(name))
    return True


def _is_named_often(named: list[str]) -> bool:
    return any(
        (stat := first_name(word)) is not None and stat.weight >= _COMMON and not is_word(word) for word in named
    )


def _is_usual(named: list[str]) -> bool:
    return any((stat := first_name(word)) is not None and stat.weight >= _LOWER for word in named)


def _is_known(named: list[str]) -> bool:
    """Tell whether one of the words is somebody's first or last name somewhere."""
    return any(is_surname(word) or ((stat := first_name(word)) and stat.weight >= _RARE) for word in named)


def _is_personal(text: str, mention: ReadMention) -> bool:
    """Tell whether the words around an unknown name are those around somebody's: "Tsepo, the brother"."""
    before = text[max(0, mention.start - 24) : mention.start]
    if _TO_A_PLACE.search(before) or _THE.search(before):
        return False
    relative = _WORD_BEFORE.search(before)
    if relative is not None and kin(relative[1]) is not None:
        return True
    labelled = _OPENS.search(before[-2:]) and _ENDS.match(text, mention.end)
    return bool(_PERSONAL.match(text, mention.end) or labelled)


def _is_called(text: str, mention: ReadMention) -> bool:
    """Tell whether a name that no table has is used as one at least once in the text."""
    word = text[mention.start : mention.end]
    return is_speaker(text, word) or remembered(text, (word, "called"), lambda: _is_called_once(text, mention, word))


def _is_called_once(text: str, mention: ReadMention, word: str) -> bool:
    return any(
        _PERSON_AFTER.match(text, end) is not None
        or _is_personal(text, replace(mention, start=start, end=end))
        or _APPOSED.match(text, end) is not None
        or _ADDRESSED.search(text[max(0, start - 16) : start]) is not None
        for start, end in places_of(text, word)
    )


def _stands_alone(text: str, mention: ReadMention, word: str) -> bool:
    """Tell whether a single word may name somebody: no month, degree, people or foreign phrase, no kind of thing."""
    if is_no_name(word.lower().replace("’", "'")) or is_people(word) or is_land(word):
        return False
    if _is_part_of_a_thing(text, mention, word):
        return False
    known = first_name(word)
    if (
        word.isupper()
        and (known is None or known.weight < _COMMON)
        and (len(word) <= _ABBREVIATED or is_word(word.lower()) or _is_loud(text, mention, word))
        and not stands(text, r"\b%s\b", word.capitalize())
        and not is_speaker(text, word)
    ):
        return False
    before = text[max(0, mention.start - 8) : mention.start]
    said = text[mention.end : mention.end + 1] == ":"  # "20:14 Jun: I passed"
    if (_DAY_BEFORE.search(before) and not said) or (fold(word) in months() and _MONTH_BEFORE.search(before)):
        return False
    of = is_word(word) and text.startswith(" of ", mention.end)
    if of or _DEGREE.fullmatch(text[mention.start : mention.end]):
        return False
    stat = first_name(word)
    if is_surname(word) or (stat is not None and stat.weight >= _LOWER):
        return True
    following = _NEXT.match(text, mention.end)
    if following is None:
        return True
    tag = usual_tag(following[1])  # "Merci beaucoup", "Simit crumbs"
    return is_word(following[1]) and tag not in {"NN", "NNS"} and not (not tag and can_be(following[1], "NOUN"))


def _is_loud(text: str, mention: ReadMention, word: str) -> bool:
    """Tell whether a word in capitals that is no known name stands where no form asks for one."""
    field = _FIELD.search(text[max(0, mention.start - 24) : mention.start])
    return first_name(word) is None and not is_surname(word) and field is None


def _is_part_of_a_thing(text: str, mention: ReadMention, word: str) -> bool:
    """Tell whether a word is a short form, a model with its number, or the feast of a saint."""
    if word.lower().endswith("-born") or _is_said_small(text, word):
        return True
    if _PRAYED.match(text, mention.end) or _FEAST_AFTER.match(text, mention.end):
        return True
    stat = first_name(word)
    often = stat is not None and stat.weight >= _COMMON
    if _INNER_CAPITAL.fullmatch(word) or (len(word) <= _SMALLEST and not often and not is_speaker(text, word)):
        return True
    if len(word) <= _ABBREVIATED + 1 and not often and _SHORTENED.match(text, mention.end):
        return True
    if word.lower() in {name.lower() for name in saints()} and _FEAST_OF.match(text, mention.end):
        return True
    first = mention.start == 0 or text[mention.start - 1] == "\n"
    return not first and bool(_NUMBERED.match(text, mention.end))


def _is_said_small(text: str, word: str) -> bool:
    """Tell whether the text has a word in small letters after an article, too: "in the portería"."""
    return stands(text, r"\b(?:the|an?|her|his|my|our|your|their)\s%s\b", word.lower())


def _can_name(text: str, word: str, titled: bool, several: bool) -> bool:
    stat = first_name(word)
    if word.islower():
        capital = stands(text, r"\b%s\b", word.capitalize())
        free = not stands(text, r"(?:\b(?:an?|the|of|some)|\d\w*) %s\b", word)
        return not is_word(word) and (capital or (free and stat is not None and stat.weight >= _COMMON))
    if not is_word(word) or (titled and (not word.isupper() or stat is not None or is_surname(word))):
        return True  # "CHIEF ARBITER" is nobody's name
    return stat is not None and stat.weight >= (_LOWER if several else _COMMON)
