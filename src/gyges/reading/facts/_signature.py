"""What stands under or behind a name: "Ratna Wulandari / homeroom teacher, SMA Tunas Kembang", "L. Ek, accounts"."""

from functools import cache

from gyges.reading.lexicon._load import read_rows
from gyges.reading.page._forms import patterns
from gyges.reading.page._spans import Spans
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._owners import Owners

__all__ = ["read_signatures"]

_HEAD = 14  # code points before the name, such as a quotation mark or a title
_LONG_LINE, _LONG_PART = 110, 48
_LINES, _PARTS = 3, 5
_PROSE, _FROM, _PART, _OWN = patterns("signature", "prose from part own")


@cache
def _signed() -> dict[str, tuple[str, str]]:
    return {row[0]: (row[1], row[2] if len(row) > 2 else "") for row in read_rows("signed.tsv")}


def read_signatures(owners: Owners) -> None:
    """Read posts, departments and houses from the words that follow a name at the start of a line."""
    text = owners.cues.text
    jobs = [(cue.start, cue.end) for cue in owners.cues.occupations if cue.certainty >= 4]
    taken = Spans([(org.start, org.end) for org in owners.cues.organisations] + _places(owners))
    for spot in owners.spots:
        if spot.kind != "name":
            continue
        _department(spot.person, text, spot.end)
        low, high = owners.line(spot.start)
        head = text[low : spot.start].strip(" ->*•\t")
        tail = text[spot.end : high].strip()
        if len(head) > _HEAD or ":" in head or high - low > _LONG_LINE or (tail and tail[0] not in ",(-–—|/."):
            continue
        if tail and _PROSE.search(tail.lstrip(",.(-–—| ")):
            continue
        _read(owners, spot.person, spot.end, _end(owners, high), jobs, taken)


def _department(person: PersonDraft, text: str, end: int) -> None:
    """Learn the work of somebody named with a department: "Ruth from accounts", "Li Wei in HR"."""
    match = _FROM.match(text, end)
    words = (match.group(1), match.group(2)) if match else ()
    for name in (" ".join(filter(None, words)), *words[:1]):
        job, kind = _signed().get(name.lower(), ("", ""))
        if match and kind == "D":
            person.learn("OCCUPATION", job, 3, match.start(1), match.start(1) + len(name), "department")
            return


def _places(owners: Owners) -> list[tuple[int, int]]:
    return [(place.start, place.end) for place in owners.cues.places] + [
        (code.start, code.end) for code in owners.cues.codes
    ]


def _end(owners: Owners, high: int) -> int:
    """Where the lines below a name end: at an empty line, at prose, or after three."""
    text = owners.cues.text
    for _ in range(_LINES):
        if high + 1 >= len(text):
            break
        low, end = owners.line(high + 1)
        line = text[low:end].strip(" >\t")
        if not line or len(line) > _LONG_LINE or _PROSE.search(line) or line.endswith((".", ":")):
            break
        high = end
    return high


def _read(owners: Owners, person: PersonDraft, start: int, end: int, jobs: list[tuple[int, int]], taken: Spans) -> None:
    text = owners.cues.text
    after_post = False
    for number, match in enumerate(_PART.finditer(text, start, end)):
        words = match.group().strip(" >\t.-–—")
        if number > _PARTS:
            return
        if not words.strip() or len(words) > _LONG_PART or any(char.isdigit() for char in words):
            continue
        first = match.start() + match.group().index(words)
        last = first + len(words)
        if _post(person, words, first, last, jobs):
            after_post = True
        elif after_post and person.knows("AFFILIATION") is None and not taken.meets(first, last):
            if _OWN.fullmatch(words):
                person.learn("AFFILIATION", words, 3, first, last, "signature")
            after_post = False


def _post(person: PersonDraft, words: str, first: int, last: int, jobs: list[tuple[int, int]]) -> bool:
    """Learn the post some words name; tell whether they name one."""
    low = words.lower()
    parts = low.split()
    known = next((_signed()[key] for key in (low, parts[0], parts[-1]) if key in _signed()), None)
    if known is not None and known[1] == "D" and low not in _signed():
        known = None
    has_job = any(first <= start and stop <= last for start, stop in jobs)
    if known is None and not has_job:
        return False
    job, kind = known or ("", "")
    if job and not has_job:
        person.learn("OCCUPATION", job, 4 if kind != "D" else 3, first, last, "signature")
    if kind == "P" or (kind != "D" and len(parts) > 1):
        person.learn("POSITION", words[:1].upper() + words[1:], 4, first, last, "signature")
    return True
