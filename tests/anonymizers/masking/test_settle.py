"""What a mask covers, and whether its label is true."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.masking import settle
from gyges.reading import ReadMention, find_mentions
from gyges.records import taxonomy


def masked(text: str) -> str:
    for found in reversed(settle(text, find_mentions(text))):
        text = f"{text[: found.start]}[{found.type}]{text[found.end :]}"
    return text


@pytest.mark.parametrize(
    "text",
    [
        "Please bring your tax ID to HR and ask for the Wi-Fi.",
        "The driver licence and the student number were lost.",
        "Me and the dishwasher.",
        "Two pages and three verses.",
        "71 % in francs, 14 % in firewood.",
        "BP 160/110, Temp. 36.6.",
        "She packed lunch for two every day.",
        "Breakfast was 5/5.",
        "She was in P4 and he in S5.",
        "Kia ora koutou. Inshallah! Gracias.",
        "Employee A called Employee B.",
        "The car blocks Block C.",
        "The fee is on a sliding scale, band B.",
        "He needs 50 to graduate and a power of attorney.",
        "They polished the bain-marie and took the school bus.",
        "He has a tester, wants a harvester and changed the early shift.",
        "No husband, no partner, one machine.",
        'The lease says "partner", not "my mother\'s".',
        "Grade 2 breach; no fracture, stage 2 capsulitis, ER 40.",
        "Score 7/30 on the 25th centile, shade A2, not A3.",
        "It is back with the next night shift, size 1x1.5.",
        "MARK it on the chart. May be closed.",
        "We counted 412 pictures in ten minutes.",
        "RoC*RoI is 0.61, version v2.0, line speed 412/hr.",
        "T. Ecosprin 75 mg and Ketoprofen 100 mg at night.",
        "Sat. 88%, INR 2.6, PHQ-9 was 17.",
        "The Father, the Son and the driver came out.",
        "He broke a hip and needs a wheelchair.",
        "It means forty-four years of work, 28 years on Line 4 and plays at five on Fridays.",
        "Recheck 6-hourly; practise with a mute.",
        "Clarithro and simvastatin: stop. Simva to continue.",
        "KCSE is an exam, EMDR a therapy, CDT a test.",
        "He was found on the N14 twice.",
        "MMSE 14/30, lumbar injury L4/L5.",
        '"Only when I sleep, Sister."',
        "Under Act 13 of 2006 we write.",
        "[JINGLE 0:12]",
        "The lab changed shade A2 to A3.5.",
        "The flag went up at Independence.",
        "He lies there waiting for the G.",
        "It was lost on the seat of bus 11. Desk 2, please.",
        "NURSE: Any fever?\nCALLER: Are you diabetic?",
        "She loses her English by the evening.",
        "The small sister saw nothing, said the wife.",
        "Epworth 17/24. Neck 44 cm.",
        "At 04:52Z we landed. All A320s have one. Antibody 1:2000, in print 24x36.",
        "She is on till 3.30-5.30.",
        "He would run it to the lower rows if he'd lay the pipe.",
        "She tried to sell everybody's house. He fixes buses.",
        "She sat at the second machine, a Singer that was older.",
        "3. Lent him my radio, against the rules.",
        "She sang to the boy in Guaraní and read it aloud in Quechua.",
        "It was translated from Latvian. Your Dutch bicycle will not survive.",
        "Amanita phalloides can't be excluded.",
        "He drives a Scania and sat in the Buick. Plates are from Ikea.",
        "She was positive too, ALT 890. Nobody for transplant.",
        "Wind N 5, in Wall C, row 4.",
        "He is on our list, unit 9.",
        "Toi toi toi! Diolch.",
        "It was on the feast of St Joseph.",
        "I was on my way out to the chemist. My knees are retired.",
        "Passport, seaman's book and gloves were lost.",
        "Yes, mam. It rained.",
        "Term time, and 212 children will be in last year's uniforms.",
    ],
)
def test_what_names_nobody_stays(text: str) -> None:
    assert masked(text) == text


@pytest.mark.parametrize(
    ("text", "release"),
    [
        ("The pedestrian lane was shut. Lane closed early.", "The pedestrian lane was shut. Lane closed early."),
        ("She did it three years ago.", "She did it [DATETIME]."),
        ("They have four grandchildren.", "They have [DEM]."),
        ("My mother is widowed.", "My [DEM] is [DEM]."),
        ("She turned nine at Easter.", "She turned [DEM] at [DATETIME]."),
        ("He paid RM200 and K168 a fortnight.", "He paid [QUANTITY] and [QUANTITY] a fortnight."),
        ("It is 12.VI.2021 today.", "It is [DATETIME] today."),
        ('Margaret "Peg" Thibodeau, 91, died.', "[PERSON], [DEM], died."),
        ("Ring Iyad Haddadin on +962 79 555 6120.", "Ring [PERSON] on [CODE]."),
        ("He drank only at Durga Puja.", "He drank only at [MISC]."),
        ("CARIBOU, Maine. It rained.", "[LOC]. It rained."),
        ("She lives in Oslo and works as a nurse.", "She lives in [LOC] and works as a [DEM]."),
        ("My husband Mark got it.", "My husband [PERSON] got it."),
        ("Asked about EUR 9,000 he left.", "Asked about [QUANTITY] he left."),
        ("It was between 09:31 and 10:52.", "It was between [DATETIME] and [DATETIME]."),
        ("Ana turned 80 last week.", "[PERSON] turned [DEM] last week."),
        ("Test page OK. Ana Reis came.", "Test page OK. [PERSON] came."),
        ("She works as a mussel farm technician.", "She works as a [DEM]."),
        ("The vessel Marguerite sank.", "The vessel [MISC] sank."),
        ("Ring Bomet. ID 2255 5019, Tel 0722 555 086", "Ring [MISC]. [CODE], Tel [CODE]"),
        ("Signed, Ludmila P. Ash\nTuesday", "Signed, [PERSON]\n[DATETIME]"),
        ("It came on 3, 9 and 21 June.", "It came on [DATETIME]."),
        ("The goat was brought; it was called Zorro.", "The goat was brought; it was called [MISC]."),
        ("She stayed 8-10 May 2025.", "She stayed [DATETIME]."),
        ("The plate was BX14 KLP then.", "The plate was [CODE] then."),
        ("Record no. 2025/88, file 11/2025, Decision 2025/14.", "Record no. [CODE], file [CODE], Decision [CODE]."),
        ("Somebody hid a Singer under the cloth.", "Somebody hid a Singer under the cloth."),
        ("A helicopter to Mater Dei was asked for.", "A helicopter to [MISC] was asked for."),
        ("A trip to Cabo Polonio in the rain.", "A trip to [MISC] in the rain."),
        ("The vet said Newcastle; the hens died.", "The [MISC] said [MISC]; the hens died."),
        ("I rang ks. Marzec. He came.", "I rang ks. [MISC]. He came."),
        ("Sat 20 Sept, 11:35 (queue to the door)", "[DATETIME] (queue to the door)"),
        ("It is stage 1 until 28 June.", "It is stage 1 until [DATETIME]."),
        ("It cost 64,000 kr., all of it.", "It cost [QUANTITY], all of it."),
        ("The uncle, who teaches chemistry, came.", "The uncle, who teaches [MISC], came."),
        ("CALLER 2: Engineer Sunday. Madam, listen.", "CALLER 2: Engineer [MISC]. Madam, listen."),
        ("He fell at the bread factory.", "He fell at the [MISC]."),
        ("She left school at thirteen.", "She left school at [MISC]."),
        ("I went near Tzomet HaMovil.", "I went near [MISC]."),
        ("Thunder over Savin Kuk.", "Thunder over [MISC]."),
        (
            "Nobody from Plas Aran did. Nights at Plas Aran, who came?",
            "Nobody from [MISC] did. Nights at [MISC], who came?",
        ),
        ("We took the 12:05 to Torralba.", "We took the [DATETIME] to [MISC]."),
        ("Two small bottles of Jameson, both ours.", "Two small bottles of Jameson, both ours."),
        ("No shoes is classic. Slava season", "No shoes is classic. [MISC] season"),
        ("The Novi Sad depot is shut.", "The [MISC] depot is shut."),
        ("The stroke on Errol Barrow Day was bad.", "The stroke on [MISC] was bad."),
        ("Kirsten Vogel came. The Vogels extended for a week.", "[PERSON] came. The [PERSON] extended for a week."),
        ("Dr. Amina Sow came.", "[PERSON] came."),
        ("My partner Jess teaches new entrants.", "My partner [PERSON] teaches [MISC]."),
        ("She had taught piano for years.", "She had taught [MISC] for years."),
        ("Both ate. Igor 6 kg beef, left the bone.", "Both ate. [MISC] 6 kg beef, left the bone."),
        ("Interview. C.I. and birth: 12/06/1989", "Interview. C.I. and birth: [DATETIME]"),
        ("Hospital: Mindaugas ALT 61, positive.", "Hospital: [MISC] ALT 61, positive."),
        ("Her husband Mindaugas fell. Mindaugas ALT 61.", "Her husband [PERSON] fell. [PERSON] ALT 61."),
        ("There were crates. Tui, the Parks ranger, came.", "There were crates. [MISC], the Parks ranger, came."),
        ("Re: Trips of December 2 and 4", "Re: Trips of [DATETIME]"),
        ("An answer by January 9.", "An answer by [DATETIME]."),
        ("It closes at the end of March.", "It closes at the end of [DATETIME]."),
        ("He came by way of Fort Indiantown Gap.", "He came by way of [MISC]."),
        ("She turns 87 at San Sebastián, with drums.", "She turns [DEM] at [MISC], with drums."),
        ("Gates shut. Supports Gor Mahia.", "Gates shut. Supports [MISC]."),
        ("She has School Certificate from Apia.", "She has [MISC] from [LOC]."),
        ("Fr. Anselm D'Souza, Parish Priest", "[PERSON], [MISC]"),
        ("She has a stall at Kibuye Market.", "She has a stall at [MISC]."),
        ("He graduated from Ohio State in spring.", "He graduated from [MISC] in spring."),
        ("From: Personnel, North Terminal", "From: Personnel, [MISC]"),
        ("Signed by Sr. M. Jepkosgei today.", "Signed by [PERSON] today."),
        ("A letter from Sofia lay there.", "A letter from [MISC] lay there."),
        ("She flew back to Winnipeg.", "She flew back to [LOC]."),
        ("Our neighbour at number 31, Fetu, had gone.", "Our neighbour at number 31, [MISC], had gone."),
    ],
)
def test_a_mask_is_whole_and_its_label_is_true(text: str, release: str) -> None:
    assert masked(text) == release


def test_in_a_judgment_dates_amounts_and_ties_are_masked() -> None:
    judgment = "The applicant's mother waited for six years. The Court notes that the Government paid nothing. "
    text = judgment * 3
    assert "six years" in text
    assert "six years" not in masked(text)
    assert masked("Breakfast was 5/5 every day.") == "Breakfast was 5/5 every day."


@pytest.mark.parametrize("name", ["Xela", "Kuomboka", "Minhocão", "Merapi"])
def test_a_name_of_unknown_kind_is_masked_and_called_nothing(name: str) -> None:
    assert masked(f"We looked at {name} again.") == "We looked at [MISC] again."


def test_a_firm_that_is_written_like_an_account_is_called_nothing() -> None:
    assert masked("To: Driver Support, TwendeRide") == "To: Driver Support, [MISC]"


def test_letters_of_a_province_are_nobody_and_those_of_somebody_are() -> None:
    assert masked("R. MacEachern, Barrister & Solicitor (N.S.)").endswith("(N.S.)")
    assert "S.K." not in masked("Sunita Kulkarni met us, and (S.K.) signed.")


def test_hours_that_open_the_lines_of_a_log_stay() -> None:
    log = "06:02 Grażyna: who\n06:04 Oleh: me\n06:05 Grażyna: no\n06:09 Oleh: yes"
    assert masked(log) == "06:02 [PERSON]: who\n06:04 [PERSON]: me\n06:05 [PERSON]: no\n06:09 [PERSON]: yes"


def test_somebody_addressed_does_not_swallow_the_next_sentence() -> None:
    assert masked("Evening Miss. Which part?") == "Evening Miss. Which part?"


def test_clubs_that_play_are_no_people() -> None:
    assert "[PERSON]" not in masked("There were two tickets for Baník against Sparta.")


def test_one_name_has_one_mark() -> None:
    text = "Sjoerd and Julián live upstairs. His husband Julián teaches. 3. Julián plays at five."
    assert masked(text).count("[PERSON]") == 4
    assert "[MISC]" not in masked(text)


def test_who_speaks_after_a_time_of_day_is_somebody() -> None:
    release = masked("00:41 Čeda: breathing?\n00:43 Laza: no shoes\n00:44 Čeda: police\n00:53 Laza: noble")
    assert release.count("[PERSON]") == 4


def test_a_name_ends_with_its_sentence() -> None:
    assert masked("It is the one we call Minister. Clanged the pan.").endswith(" Clanged the pan.")


def test_what_surely_tells_of_somebody_is_masked_though_no_label_is_sure() -> None:
    release = masked("He lost it in the divorce. The only daughter, Mercy Otieno, finished her degree.")
    assert "divorce" not in release
    assert "daughter" not in release
    assert release.endswith(" finished her degree.")


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9), st.sampled_from(sorted(taxonomy("tab").names)))))
def test_spans_stay_in_order_and_apart(drawn: list[tuple[int, int, str]]) -> None:
    text = 'On 3 May Ana "Nan" Reis (43), a nurse of 14 Elm Road, paid £40 to P. Ash.'
    mentions: list[ReadMention] = []
    for start, size, kind in sorted(drawn):
        if not mentions or start >= mentions[-1].end:
            mentions.append(ReadMention(start, start + size, kind, direct=False, person=None))
    found = settle(text, mentions)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
