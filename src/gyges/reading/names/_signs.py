"""Names that what stands around them gives away, whatever words they are made of.

After greetings and labels and under letters (``Dear rain,``), after titles (``Ms W``, ``Mrs. Day``), where somebody is
called so (``aka "Tater"``), and letters that stand for people (``H.T.``, ``Witness K``).
"""

import re
from collections import Counter
from collections.abc import Iterator

from gyges.reading.english import is_english_word, usual_tag
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._known_words import is_known
from gyges.reading.lexicon._load import phrases, words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.lexicon._people_words import title
from gyges.reading.names._find import is_role_label
from gyges.reading.page._forms import find_forms, pattern, patterns
from gyges.reading.page._layout import is_machine
from gyges.reading.page._page import Page, Wanted
from gyges.reading.page._spans import Cue
from gyges.reading.time._dates import months

__all__ = ["find_signs", "find_turns"]

_KISSED, _QUOTED, _VALUE_END = patterns("signs", "kissed quoted value_end")
_CALLED, _NAMED, _KNOWN_AS, _PLAIN = patterns("nicknames", "called named known_as plain")
_LETTERS, _ROLE, _LINE_END, _WORD_LEFT = patterns("letters", "letters role line_end word_left")
_ONE_LETTER, _SMALL_LETTER, _SHORT_FAMILY, _FAMILY = patterns("titled", "one_letter small_letter short_family family")
_NICK = frozenset(("nick", "nickname"))
_NAMES_SOMEBODY = frozenset(("named", "called"))
_NO_VALUE = ("no_account", "no_bracketed", "nobody", "generic_capitals", "kin")
_LONGEST_LABEL, _SMALL_NAME = 4, 2  # words
_TAIL = 32  # signs at the end of a text among which a signature stands
_REACH = 16  # signs before a letter in which the word before it stands
_TURN = pattern("turns.turn")
_DASHES = frozenset("–—")
_SHARE, _LEAST = 0.6, 3  # of the lines of a chat that are turns, and how many at least
_LONGEST_SPEAKER = 3  # words of a speaker's name


def find_signs(page: Page) -> Iterator[Cue]:
    """Yield names that are known by where they stand."""
    yield from _called(page)
    yield from _titled(page)
    yield from find_forms(page, "signs", _CHECKS)
    yield from _kissed(page.text)
    yield from _in_quotes(page.text)
    yield from find_forms(page, "letters", _CHECKS)
    yield from _letters(page)


def _somebody_at(match: re.Match[str]) -> Cue:
    return Cue(*match.span("who"), "PERSON", True)


def _called(page: Page) -> Iterator[Cue]:
    """Yield what people are called: ``known to all as "the Fox"``, ``a girl called rain``."""
    text = page.text
    for index in page.where(words("called_by")):
        end = page.words[index][1]
        if page.key(index) == "known" and (known := _KNOWN_AS.match(text, end)):
            end = known.end()
        ended = text[end : end + 1] == "." and page.key(index) in _NICK  # "a nickname. After"
        sure = page.key(index) in words("called_surely") and not ended
        match = _CALLED.match(text, end) or (_PLAIN.match(text, end) if sure else None)
        if match and _is_called(match["who"]):
            yield _somebody_at(match)
    yield from find_forms(page, "nicknames", _CHECKS)
    for index in page.where(_NAMES_SOMEBODY):
        if page.joined(index - 1) and (page.key(index) == "named" or page.key(index - 1) in words("somebody")):
            match = _NAMED.match(text, page.words[index][1])
            if match and match["who"] not in words("no_account") and match["who"] not in words("after_called"):
                yield _somebody_at(match)


def _is_called(who: str) -> bool:
    """Tell whether somebody may be called so; ``the Fox`` they may, ``the`` they may not."""
    first, *rest = who.lower().split()
    return (first not in words("nobody") or (first == "the" and bool(rest))) and title(who) is None


def _titled(page: Page) -> Iterator[Cue]:
    """Yield titles with the letter or the word behind them, whatever word that is: ``mr b``, ``Ate Baby``."""
    text = page.text
    for index in page.where(_is_title):
        start, end, key = page.words[index]
        stop = _family_end(text, end, key) if text[start].isupper() else None
        letter = _letter_after(text, start, end) if stop is None else None
        stop = letter.end() if letter else stop
        if stop is not None:
            yield Cue(start, stop, "PERSON", True)
    for index in page.where(words("address_titles")):
        if page.joined(index) and page.capital(index + 1) and (page.capital(index) or not is_known(page.key(index))):
            _, end, key = page.words[index + 1]
            yield Cue(page.words[index][0], end - 2 * key.endswith("'s"), "PERSON", True)


@Wanted
def _is_title(key: str) -> bool:
    return title(key) is not None


def _letter_after(text: str, start: int, end: int) -> re.Match[str] | None:
    small = text[start].islower()
    if small and text[start:end] not in words("courtesies"):
        return _SMALL_LETTER.match(text, end)
    return _ONE_LETTER.match(text, end) or (_SMALL_LETTER.match(text, end) if small else None)


def _family_end(text: str, end: int, key: str) -> int | None:
    """Return where the family name after a title ends that any word may be; None if none follows."""
    if short := _SHORT_FAMILY.match(text, end):
        return short.end()
    family = _FAMILY.match(text, end) if key in words("courtesies") else None
    return family.end() if family and family["word"].lower() not in words("no_family") else None


def _kissed(text: str) -> Iterator[Cue]:
    """Yield the small name a message ends with: ``see you xx rain``."""
    kissed = _KISSED.search(text, max(0, len(text) - _TAIL)) if "x" in text[-_TAIL:] else None
    if kissed and "x" in kissed[0].replace(kissed["who"], "") and kissed["who"] not in words("endearments"):
        yield _somebody_at(kissed)


def _in_quotes(text: str) -> Iterator[Cue]:
    """Yield names in quotation marks, and words in them that do what people do."""
    for match in _QUOTED.finditer(text) if '"' in text or "“" in text else ():
        if _may_name(match["who"]):
            plain = " " in match["who"] and all(map(is_english_word, match["who"].split()))  # "Winter Light" is a title
            named = not plain and any(map(_names, match["who"].split()))
            yield Cue(*match.span("who"), "PERSON" if named else "MISC", named)
        elif " " not in match["who"] and _acts(match):
            yield _somebody_at(match)


def _letters(page: Page) -> Iterator[Cue]:
    """Yield letters that stand for somebody; of ``the child E`` the letter alone, of ``Witness K`` both."""
    text = page.text
    for match in page.each(_ROLE):
        left = _WORD_LEFT.search(text[max(0, match.start() - _REACH) : match.start()])
        if left and left["word"].lower() in words("role_letters"):
            lead = len(left[0]) if left["word"][0].isupper() else 0
            yield Cue(match.start() - lead, match.end(), "PERSON", True)
    for match in page.each(_LETTERS):
        value = match[0].rstrip(" -")
        if _stands_for_somebody(text, match.start(), value):
            yield Cue(match.start(), match.start() + len(value), "PERSON", True)


def _word_before(text: str, start: int) -> str:
    left = _WORD_LEFT.search(text[max(0, start - _REACH) : start])
    return left["word"].lower() if left else ""


def _stands_for_somebody(text: str, start: int, value: str) -> bool:
    """Tell letters that stand for a person from abbreviations and from the number of a heading."""
    plain = value.replace(".", "").replace(" ", "")
    if plain.lower() in words("abbreviations"):
        return False
    if len(plain) > 1:
        return True
    if text[start - 1 : start] == "\n" and _LINE_END.match(text, start + len(value)):
        return True  # signed with a letter
    before = _word_before(text, start)
    after = text[start + len(value) : start + len(value) + 2]
    if title(before) is not None:
        return True
    if before in words("kin"):
        return not after[1:2].isupper()
    return bool(before) and (after[:1] in ",;)’'" or after[1:2].islower()) and text[start - 1] != "\n"


def _names(word: str) -> bool:
    return first_name(word) is not None or is_surname(word)


def _may_name(who: str) -> bool:
    """Tell whether words can be a name: a name is among them, or a word English does not have."""
    parts = [part.strip(".,-–—'’") for part in who.split()]
    if parts[0].lower() in words("nobody") or (who.islower() and len(parts) > _SMALL_NAME):
        return False
    return any(_names(part) or not is_known(fold(part)) for part in parts if part)


def _is_somebody(match: re.Match[str]) -> bool:
    return _may_name(match["who"])


def _is_hailed(match: re.Match[str]) -> bool:
    return match["who"] not in words("endearments") and match["who"] not in words("nobody")


def _is_aged(match: re.Match[str]) -> bool:
    """Tell somebody with their age from a day: ``Bed 7: Guillemot, 19, au pair``."""
    return fold(match["who"]) not in months() and match["who"].lower() not in words("weekdays")


def _acts(match: re.Match[str]) -> bool:
    return match["next"] in words("person_verbs") or match["next"] in words("helping_verbs")


def _speaks(match: re.Match[str]) -> bool:
    who = match["who"]
    once = usual_tag(who)[:2] == "NN" and match.string.count(match[0].strip()) == 1  # "Ward: 7" is a label
    return first_name(who) is not None and who.lower() not in words("who_labels") and not once


def _is_labelled(match: re.Match[str]) -> bool:
    """Tell whether a label announces people and what stands behind it can be one: ``Interpreter: Lake``."""
    parts = [part.strip("()/#.'’").lower() for part in match["label"].replace("/", " ").split()]
    if not 0 < len(parts) <= _LONGEST_LABEL:
        return False
    if parts[-1].removesuffix("'s") not in words("who_labels") and parts[0] not in words("who_labels"):
        return False
    return _may_name(match["who"]) or _is_whole_value(match)


def _is_whole_value(match: re.Match[str]) -> bool:
    """Tell whether one capitalised word is all that a label has behind it."""
    who = match["who"].rstrip(".")
    if " " in who and match["label"].lower().split()[-1] not in words("name_labels"):
        return False
    if any(who.lower().split()[0] in words(kind) for kind in _NO_VALUE):
        return False
    return _VALUE_END.match(match.string, match.end() - match["who"].endswith(".")) is not None


def _is_tied(match: re.Match[str]) -> bool:
    """Tell a letter that acts or owns kin from the number of something: ``K's mother``, but no ``Flats D and E``."""
    numbered = _word_before(match.string, match.start()).rstrip("s") in words("before_letter")
    return not numbered and (match["tie"] is None or match["tie"] in words("kin") or match["tie"] in words("bonds"))


def _is_hyphened(match: re.Match[str]) -> bool:
    return match["rest"].lower() not in words("no_hyphened")


def _is_middle(match: re.Match[str]) -> bool:
    """Tell whether a name stands before a nickname too: ``Elmer "Bud" Young``."""
    before = match.string[max(0, match.start() - 2) : match.start()]
    return before[1:] == " " and before[:1].isalpha()


def _is_former(match: re.Match[str]) -> bool:
    return match["who"].split()[0].lower() not in months()  # "(born May 1950"


def find_turns(page: Page) -> Iterator[Cue]:
    """Yield the names of the speakers if most lines are turns and somebody speaks twice."""
    text = page.text
    if max(map(text.count, ":–—")) < _LEAST or "\n" not in text:
        return
    at, lines, heads = 0, 0, []
    for line in text.split("\n"):
        lines += bool(line.strip())
        match = _TURN.match(line)
        if match and len(match["who"].split()) <= _LONGEST_SPEAKER:
            last = match.end("who") + (line.startswith("_", match.end("who")) and "_" not in line[: match.start("who")])
            heads.append((at + match.start("who"), at + last, match["who"].strip().lower()))
        at += len(line) + 1
    spoken = Counter(head[2] for head in heads)
    if len(heads) < max(_LEAST, _SHARE * lines) or len(spoken) == len(heads):
        return
    for start, end, name in heads:
        if spoken[name] == 1 and text[end : end + 3].strip()[:1] in _DASHES:
            continue  # a heading: "Chat transcript – page 1"
        once = spoken[name] == 1 and usual_tag(name) in {"NNS", "NN"}  # "Assets: laptop"
        if once or name.partition(" ")[0] in words("before_nouns"):
            continue  # "From home: he slept well"
        if not (is_machine(name) or is_role_label(name) or name in words("who_labels") or name in _labels()):
            yield Cue(start, end, "PERSON", True)


def _labels() -> dict[str, str]:
    return phrases("field_dem", "field_org", "field_loc", "field_datetime")


_CHECKS = {
    "somebody": _is_somebody, "hailed": _is_hailed, "aged": _is_aged, "acts": _acts, "speaker": _speaks,
    "labelled": _is_labelled, "tied": _is_tied, "hyphened": _is_hyphened, "middle": _is_middle, "formerly": _is_former,
}  # fmt: skip
