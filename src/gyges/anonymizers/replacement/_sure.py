"""Whether a span is what its type says: an edit that was not understood is not made."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gyges.anonymizers.replacement._certain_codes import is_code
from gyges.anonymizers.replacement._entities import entities
from gyges.anonymizers.replacement._kept_words import kept_words, saints
from gyges.anonymizers.replacement._person_names import (
    PARTICLES,
    is_familiar,
    is_handle,
    name_words,
    sex_of_title,
    title_before,
)
from gyges.anonymizers.replacement._replacement import Scene
from gyges.anonymizers.replacement._word_kinds import (
    is_form_of_address,
    is_known_place,
    is_land,
    is_no_name,
    is_people,
    is_word,
)
from gyges.anonymizers.wording import can_be, usual_tag
from gyges.reading import ReadMention
from gyges.reading.lookups import country, first_name, fold, is_surname, kin, months

__all__ = ["is_organisation", "is_speaker", "named_spans", "parted", "sure_names"]

_COMMON, _LOWER = 0.6, 0.4  # weight from which a first name is one though it is a word, or stands in small letters
_RARE = 0.15  # weight below which a first name is one hardly anywhere
_OFTEN = 0.85  # weight from which a first name that is a word is most often the name: "Rose", "Mark"
_SHORT_FORMS = frozenset(
    ("d.o.b", "a.k.a", "e.g", "i.e", "n.b", "p.s", "r.s.v.p", "a.m", "p.m", "c.v", "p.o", "v.i.p", "c.c")
)
_DAY_BEFORE = re.compile(r"\d (?:de )?$")
_MONTH_BEFORE = re.compile(r"\b(?:in|since|until|till|of|by|from|last|next|this)\s$")
_DEGREE = re.compile(r"[BM]\.\s?[A-Z][a-z]{1,3}\.?")
_PLACED = re.compile(
    r"\b(?:in|at|from|to|near|of|for|via|into|outside|around|towards?|through|over|between|past|left|reached|visit\w*|and|the)\s$"
    r"|[A-Z]\w+, $",
)
_TO_A_PLACE = re.compile(r"\b(?:in|at|from|to|near|via|into|through|outside|towards?|around)\s$")
_OF_A_SAINT = re.compile(r"(?:St\.?|Saint|Sainte|San|Santa|São|Sant)\s", re.IGNORECASE)
_ROYAL = re.compile(r"(?:Queen|King|Princess|Prince|Lady)\s[^\W\d_]+$")  # a suite, a hotel, a ship
_FEAST_OF = re.compile(r"['’]?s\s(?:weekend|day|eve|night|week)\b", re.IGNORECASE)  # "Patrick's weekend"
_NUMBERED = re.compile(r"\s(?:\d|[IVX]{2,}\b)")  # a model: "Grace 11"
_SHORTENED = re.compile(r"\.[ \t]+(?:\d|[a-z])")  # "Bal. 2,180"
_INNER_CAPITAL = re.compile(
    r"[^\W\d_]{1,3}[a-z][A-Z][^\W\d_]{0,2}|[A-Z][a-z][A-Z]|[A-Z]{2,}-[A-Z]{2,}"
)  # "RoC", "SIM-SWAP"
_TIME_BEFORE, _HALF_A_TIME = re.compile(r"\d[:.]$"), re.compile(r"[0-5]\d\s+(?=[A-Z]{2,})")
_PRAYED = re.compile(r"\s(?:was|is|were)\s(?:said|sung|prayed|offered)\b")  # "Grace was said"
_FEAST_AFTER = re.compile(r"\s(?:night|holidays?|weekend|festival|eve|prayers?|procession|year)\b")  # "Valborg night"
_ANSWER = re.compile(r"[AQ][.:]\s+(?=[^\W\d_a-z])")
_QUOTED = re.compile(r"\s[\"“'‘][^\W\d_]+[\"”'’]\s([^\W\d_a-z][^\W\d_]+(?:-[^\W\d_]+)?)")
_NEW_SENTENCE = re.compile(r"(?<=[^\W\d_]{4})\.\s+(?=\S*[A-Z]\S*(?:\s\S+)*\d)|(?<=\d)\.\s+(?=\d)")
_STORM = re.compile(r"\b(?:Cyclone|Hurricane|Typhoon|Storm)\s([^\W\d_a-z][^\W\d_]+)")
_THING_BEFORE = re.compile(
    r"\b(?:room|salle|sala|saal|hall|boat|cutter|ship|ferry|trawler|vessel|dinghy|yacht|suite|M/V|MV|SS)\s[\"“‘']?$",
    re.IGNORECASE,
)
_THING_AFTER = re.compile(
    r"(?:['’]s|[\"”’'])?\s(?:scale|test|score|meter|index|syndrome|disease|criteria|method|rule|recipe|suite|room|pavilion|ward|stand|cup|award|prize|trophy|bazar|bridge|building|wing|theatre|stadium)\b",
    re.IGNORECASE,
)
_FULL_STOP = re.compile(r"(?<=[^\W\d_]{4})\.\s+")
_A_KIND_OF = re.compile(r"\b(?:an?|the)\s(?:[a-z]+\s)?$")  # "a temporary Bailey bridge"
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
_TRAILING = re.compile(r"(?<=\S)(?:\s+[^\W\d_A-Z][^\W\d_]*)+$")
_NEXT = re.compile(r" ([^\W\d_A-Z]{3,})\b(?!['’])")
_FIELD = re.compile(r"(?:[:|\t]|\b(?:name|by|from|to|and|v\.?|vs\.?))\s{1,8}$|(?:^|\n)\s*(?:\d+\.\s*)?$", re.IGNORECASE)
_ADDRESSED = re.compile(
    r"\b(?:[Dd]ear|[Hh]i|[Hh]ello|[Tt]hanks|[Ss]orry|ask|asked|told|tell|met|with|and|called|named|ring|rang|by|from|for|to)\s$|[:(\"“*]\s?$|\n$|[A-Z]\w+,\s$"
)
_LETTER = re.compile(r"(?<!\w)[^\W\d_a-z]\.")
_APPOSED = re.compile(r",\s(?:the|my|his|her|our|their|who|an?)\b")
_INITIALS = re.compile(r"[A-Z]{2,3}")
_MORE_DIGITS = re.compile(r"(?: \d{2,4}){1,3}(?![\d:.,]\d)\b")
_PHONE = re.compile(r"(?<![\w-])\+?\d[\d\s-]{6,}\d$|^\d{4}$")
_PERSON_AFTER = re.compile(
    r",\s(?:he|she|who)\b|['’]s\s(?:mother|father|wife|husband|son|daughter|brother|sister)\b"
    r"|\s(?:says|said|asks|asked|told|tells|wrote|writes|received|receives|stops|stopped|came|went|answered|replied|wants|wanted|took)\b"
)
_SENTENCE_FIRST = re.compile(r"[a-z]+[.!?]\s+(?=[A-Z])")
_OFFICES = ("master", "keeper", "warden", "meister", "vollzieher", "lehrer", "direktor", "inspektor", "officer")
_CAMEL = re.compile(r"(?<![^\W_])(?!Ma?c|De|Di|Fitz|La|Le|O['’]|Van|Von)[A-Z][a-z]+[A-Z][a-z]+.*\s")  # "SomniWave Mini"
_HYPHENED = re.compile(r"[A-Z]-[A-Z][a-z]+")  # "P-Konto"
_FEAST_BEFORE = re.compile(r"\b(?:feast|festival|night|prayer|holiday)\sof\s$")
_OF_A_LAND = re.compile(r"[A-Z][a-z]+(?:ian|ish|ese)")
_SMALLEST = 2  # letters: "At", "Mi"
_ABBREVIATED = 3  # letters of an abbreviation


def is_organisation(words: str) -> bool:
    """Tell whether what was taken for a person is named like an organisation: "Cooperativa Cerro Verde"."""
    told = [word.lower() for word in re.findall(r"[^\W\d_]+", words)]
    heads = kept_words("foreign_heads")
    return len(told) > 1 and (told[0] in heads or told[-1] in heads | kept_words("sure_heads"))


def is_speaker(text: str, letters: str) -> bool:
    """Tell whether two or three capitals stand for somebody who speaks: "RO: No", "TM answered that"."""
    if not _INITIALS.fullmatch(letters) or is_word(letters.lower()) or letters.lower() in kept_words("no_names"):
        return False
    lines = re.findall(rf"(?m)^(?:\d+\.\s)?{letters}(?::|['’]s\s|\s(?:in h|said|answered|asked|replied|told))", text)
    told = re.findall(
        rf"(?<!\w){letters}\s(?:said|answered|asked|replied|told|says|to apologise|stated|agreed|denied)\b", text
    )
    return len(lines) + len(told) > 1


def parted(text: str, mentions: Sequence[ReadMention]) -> tuple[ReadMention, ...]:
    """Return spans as they should be: names whole, phone numbers too and as spans of their own."""
    mentions = _with_nicknames(text, mentions)
    ends = [*(one.start for one in mentions[1:]), len(text)]
    return tuple(part for one, end in zip(mentions, ends, strict=False) for part in _parts(text, one, end))


def _with_nicknames(text: str, mentions: Sequence[ReadMention]) -> tuple[ReadMention, ...]:
    """Return the spans; a name around a quoted one is whole: "Wiremu 'Bill' Tawhara"."""
    made: list[ReadMention] = []
    asked = re.search(r"(?m)^Q[.:]\s", text) is not None
    for one in mentions:
        if made and one.start < made[-1].end:
            continue
        answer = _ANSWER.match(text, one.start, one.end) if asked and one.type == "PERSON" else None
        if answer is not None:  # "A. Eino Salo" answers a question
            one = replace(one, start=answer.end())
        quoted = _QUOTED.match(text, one.end) if one.type == "PERSON" else None
        named = quoted is not None and not is_word(quoted[1])
        made.append(replace(one, end=quoted.end()) if quoted is not None and named else one)
    return tuple(made)


def _parts(text: str, mention: ReadMention, ceiling: int) -> Iterator[ReadMention]:
    words = text[mention.start : mention.end]
    halved = (
        _HALF_A_TIME.match(words) if mention.type == "LOC" and _TIME_BEFORE.search(text[: mention.start][-4:]) else None
    )
    if halved is not None:  # "07:50 YUSUPOVA Mamlakat"
        yield replace(mention, start=mention.start + halved.end(), type="PERSON", direct=True)
        return
    if mention.type == "CODE":
        more = _MORE_DIGITS.match(text, mention.end, ceiling) if words[-1:].isdigit() else None
        yield settled(text, replace(mention, end=more.end() if more else mention.end))
        return
    apart = _NEW_SENTENCE.search(words) if mention.type == "LOC" else None
    if apart is not None:  # "Ibadan. UTME 2025-31190"
        yield settled(text, replace(mention, end=mention.start + apart.start()))
        rest = replace(mention, start=mention.start + apart.end(), type="CODE", direct=True)
        if is_code(text, rest.start, rest.end):
            yield rest
        return
    phone = _PHONE.search(words) if mention.type in {"LOC", "ORG", "MISC"} else None
    if phone is None:
        yield settled(text, mention)
        return
    head = words[: phone.start()].rstrip(" ,;:")
    if re.search(r"[A-Z]", head):
        yield settled(text, replace(mention, end=mention.start + len(head)))
    start = mention.start + phone.start()
    yield replace(mention, start=start, end=mention.start + phone.end(), type="CODE", direct=True)


def _used_as_a_name(text: str, mention: ReadMention, words: str) -> bool:
    """Tell whether a word of no certain kind is used as somebody's name: "Lwazi, he is in Grade 2"."""
    if is_speaker(text, words):
        return True
    if not re.fullmatch(r"[^\W\d_a-z][^\W\d_A-Z]{3,}", words) or is_word(words) or is_no_name(words.lower()):
        return False
    if is_people(words) or is_land(words) or words.lower() in kept_words("feast_words") or is_known_place(words):
        return False
    if _TO_A_PLACE.search(text[max(0, mention.start - 12) : mention.start]):
        return False
    return bool(_PERSON_AFTER.match(text, mention.end)) and not _THE.search(
        text[max(0, mention.start - 5) : mention.start]
    )


def settled(text: str, mention: ReadMention) -> ReadMention:
    """Return a span as it should be: within its line, with its bracket, a first name as a person and no town."""
    words = text[mention.start : mention.end]
    line = words.find("\n")
    if line > 0 and mention.type not in {"PERSON", "ORG"}:
        return settled(text, replace(mention, end=mention.start + len(words[:line].rstrip(" .,;:"))))
    if words.count("(") > words.count(")") and text[mention.end : mention.end + 1] == ")":
        return replace(mention, end=mention.end + 1)
    if mention.type == "PERSON" and (tail := _SENTENCE_FIRST.match(words)):
        return settled(text, replace(mention, start=mention.start + tail.end()))  # "vaja. Nils Isak"
    if mention.type == "PERSON":
        named = _without_verbs(words)
        if named != words:
            return replace(mention, end=mention.start + len(named))
    last = words.rpartition(" ")[2].lower().rstrip(".")
    if mention.type == "PERSON" and " " in words and last in kept_words("streets"):
        return replace(mention, type="LOC")  # "Brunswick Ave."
    if mention.type == "MISC" and _used_as_a_name(text, mention, words):
        return replace(mention, type="PERSON", direct=True)
    stat = first_name(words)
    if mention.type != "LOC" or stat is None or stat.weight < _COMMON or not words.istitle() or country(words):
        return mention
    placed = _PLACED.search(text[max(0, mention.start - 24) : mention.start])
    return mention if placed else replace(mention, type="PERSON", direct=True)  # "a boy, Tyler, came"


def _without_verbs(words: str) -> str:
    """Return a name without what follows it in small letters and is no part of a name: "Hafiz kena langgar"."""
    for stop in _FULL_STOP.finditer(words):  # "Weng. Forty-four"
        following = re.match(r"[^\W\d_]+", words[stop.end() :])
        if following is None or is_word(following[0]) or following[0].lower() in kept_words("small"):
            return words[: stop.start()]
    tail = _TRAILING.search(words)
    if tail is None or not words[:1].isupper():
        return words
    said = tail[0].split()
    if not all(word[0].islower() for word in said):  # "Malin Åkerhielm"
        return words
    known = [_is_long_name(word) for word in said if fold(word) not in PARTICLES]
    return words if all(known) else words[: tail.start()]


def _is_long_name(word: str) -> bool:
    """Tell whether a word in small letters is a name; short ones are forms of address, such as "Mirlan aba"."""
    return len(word) > _ABBREVIATED and (is_surname(word) or first_name(word) is not None)


def named_spans(scene: Scene, keys: list[str]) -> frozenset[int]:
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


def sure_names(scene: Scene) -> frozenset[int]:
    """Return where the spans of people that are names of people begin."""
    return named_spans(scene, entities(scene))


def _is_order(scene: Scene, mention: ReadMention) -> bool:
    """Tell whether a word in capitals tells somebody to do something: "MARK it on the chart"."""
    words = scene.words(mention)
    return (
        words.isupper()
        and is_word(words.lower())
        and re.match(r"\s(?:it|them|the|this)\b", scene.text[mention.end :]) is not None
    )


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


def _is_bracketed(scene: Scene, mention: ReadMention, entity: str) -> bool:
    """Tell whether letters in brackets are nobody's of the text: "(P.E.)" is a degree."""
    return entity.startswith("as written") and scene.text[: mention.start].endswith("(") and "." in scene.words(mention)


def _names_in(surface: str) -> list[str]:
    return [word.key for word in name_words(surface) if word.kind == "name"]


def _is_name(scene: Scene, mention: ReadMention) -> bool:
    surface = scene.words(mention)
    words = name_words(surface)
    named = [surface[word.start : word.end] for word in words if word.kind == "name"]
    if is_handle(surface):
        parts = [is_word(part) for part in re.findall(r"[^\W\d_]+", surface)]
        if all(run.lower() in kept_words("no_names") for run in re.findall(r"[^\W\d_]+", surface)):
            return False  # "@USER"
        if "." in surface and any(parts):  # "customer.tel"
            return surface.startswith(("@", "u/"))
        return surface.startswith(("@", "u/")) or not all(parts)
    if not named:  # letters after a name are degrees
        letters = sum(word.kind == "letter" for word in words)
        if surface.lower().strip(". ") in _SHORT_FORMS or re.match(r"\.?\s?:?\s?\d", scene.text[mention.end :]):
            return False
        return letters > 1 and not re.search(r"\w \w", surface) and scene.text[: mention.start][-2:-1] != ","
    if _is_named_thing(surface, named) or set(named) & set(_STORM.findall(scene.text)):
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
    if len(named) > 1 and named[-1].lower() in kept_words("labels"):  # "Emirates ID"
        return True
    if all(word.isupper() and len(word) <= _ABBREVIATED for word in named) and not surface.isupper():  # "nurse (RN)"
        return True
    placed = re.fullmatch(r"[^\Wa-z][^a-z]+,\s([^\W\d_]+)", surface)
    if placed is not None and is_known_place(placed[1]) and not _is_named_often([placed[1]]):  # "CARIBOU, Maine"
        return True
    none = [word.lower() in kept_words("no_names") for word in named]
    return any(none) and all(no or is_word(word) for no, word in zip(none, named, strict=True))


def _is_certain(text: str, mention: ReadMention, named: list[str]) -> bool:
    """Tell whether words without a title are somebody's name: no ordinary words, and no part of the name of a thing."""
    before = text[max(0, mention.start - 12) : mention.start]
    following = _NEXT.match(text, mention.end)
    thing = following is not None and usual_tag(following[1]) in {"NN", "NNS"}
    if len(named) == 1 and thing and _A_KIND_OF.search(text[max(0, mention.start - 20) : mention.start]):
        return False
    within = _INSIDE_A_NAME.search(text[max(0, mention.start - 20) : mention.start])
    if within is not None and within[1].lower() in kept_words("foreign_heads") | kept_words("place_heads"):
        return False  # "Villa Adela"
    if before.endswith(_MARKS) and not _is_named_often(named):  # a nickname, a cry: "¡Salud!"
        return False
    if _FEAST_BEFORE.search(text[max(0, mention.start - 12) : mention.start]):
        return False
    if len(named) == 1 and thing and _OF_A_LAND.fullmatch(named[0]) and first_name(named[0]) is None:
        return False  # "Bothnian sea ice"
    if _THING_BEFORE.search(text[max(0, mention.start - 12) : mention.start]) or _THING_AFTER.match(text, mention.end):
        return False  # "room Marie Curie"
    if len(named) > 1 and before.endswith(_MARKS) and text[mention.end : mention.end + 1] in _MARKS:
        return False  # "Für Elise"
    if _THE.search(before):  # "the Queen Elizabeth" is a hospital or a ship
        return False
    small = [word for word in named if word.islower()]
    if len(named) > 1 and small and not _is_known(small):
        return False  # "Entraide des Pentes", "Filla meva"
    if len(named) > 1 and _TO_A_PLACE.search(before) and not _is_usual(named[:1]):
        return False  # "at Wat Pho", "a trip to Cabo Polonio"
    if len(named) > 1 and text[mention.start : mention.end].isupper() and not _is_known(named):
        field = _FIELD.search(text[max(0, mention.start - 24) : mention.start])
        return bool(field and field[0].strip())  # "EN PASSANT" is a heading
    if len(named) > 1:
        return not all(map(is_word, named)) or _is_known(named) or _is_personal(text, mention)
    stat = first_name(named[0])
    weight = stat.weight if stat is not None else 0.0
    if is_word(named[0]):
        return weight >= _OFTEN or (weight >= _COMMON and _is_personal(text, mention))
    bare = text[mention.start : mention.end] == named[0]  # no letter, no title
    if bare and weight < _RARE and not is_surname(named[0]) and not _is_called(text, mention):
        return False
    if not weight and not is_surname(named[0]) and is_known_place(named[0]) and not _is_personal(text, mention):
        return False  # "Geelong VIC"
    if weight < _COMMON and not _is_personal(text, mention):
        placed = _TO_A_PLACE.search(before) and not _APPOSED.match(text, mention.end)
        if placed and weight < _LOWER and not is_surname(named[0]):  # "a bus to Xela"
            return False
        return not ((_WITHIN.search(before) or _WHEN.search(before)) and is_known_place(named[0]))
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
    relative = re.search(r"\b([a-z]+(?:-[a-z]+)*),?\s\(?$", before)
    if relative is not None and kin(relative[1]) is not None:
        return True
    labelled = re.search(r"(?:^|\n|:[ \t])$", text[: mention.start]) and re.match(r"\s*(?:$|\n|,)", text[mention.end :])
    return bool(_PERSONAL.match(text, mention.end) or labelled)


def _is_called(text: str, mention: ReadMention) -> bool:
    """Tell whether a name that no table has is used as one at least once in the text."""
    word = text[mention.start : mention.end]
    if is_speaker(text, word):
        return True
    return any(
        _PERSON_AFTER.match(text, match.end()) is not None
        or _is_personal(text, replace(mention, start=match.start(), end=match.end()))
        or _APPOSED.match(text, match.end()) is not None
        or _ADDRESSED.search(text[max(0, match.start() - 16) : match.start()]) is not None
        for match in re.finditer(rf"\b{re.escape(word)}\b", text)
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
        and not re.search(rf"\b{re.escape(word.capitalize())}\b", text)
        and not is_speaker(text, word)
    ):
        return False
    before = text[max(0, mention.start - 8) : mention.start]
    said = text[mention.end : mention.end + 1] == ":"  # "20:14 Jun: I passed"
    if (_DAY_BEFORE.search(before) and not said) or (fold(word) in months() and _MONTH_BEFORE.search(before)):
        return False
    if _DEGREE.fullmatch(text[mention.start : mention.end]) or (is_word(word) and text[mention.end :][:4] == " of "):
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
    return re.search(rf"\b(?:the|an?|her|his|my|our|your|their)\s{re.escape(word.lower())}\b", text) is not None


def _can_name(text: str, word: str, titled: bool, several: bool) -> bool:
    stat = first_name(word)
    if word.islower():
        capital = re.search(rf"\b{re.escape(word.capitalize())}\b", text) is not None
        free = not re.search(rf"(?:\b(?:an?|the|of|some)|\d\w*) {re.escape(word)}\b", text)
        return not is_word(word) and (capital or (free and stat is not None and stat.weight >= _COMMON))
    if not is_word(word) or (titled and (not word.isupper() or stat is not None or is_surname(word))):
        return True  # "CHIEF ARBITER" is nobody's name
    return stat is not None and stat.weight >= (_LOWER if several else _COMMON)
