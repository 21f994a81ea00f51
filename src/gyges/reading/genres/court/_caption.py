"""The edges of a decision: labelled lines and captions at its head, the signature at its foot."""

import re
from itertools import pairwise

from gyges.reading.genres.court._names import Call, calls_in, run_at
from gyges.reading.genres.court._scene import Scene, say, suggest
from gyges.reading.genres.court._tables import pattern, words
from gyges.reading.lexicon._countries import country
from gyges.reading.people._draft import PersonDraft

__all__ = ["bench", "read_caption", "read_signature"]

_LABEL = re.compile(r"^[ \t]*([A-Z][\w’' ]{2,40}?)[ \t]*:[ \t]+(?=\S)", re.MULTILINE)
_CAPTION = pattern("caption.caption")
_HEAD, _FOOT = 1500, 500


def read_caption(scene: Scene) -> None:
    """Add the parties, counsel and members of the bench whom the head of a decision lists."""
    head = min(len(scene.text), _HEAD)
    for match in _LABEL.finditer(scene.text, 0, head):
        label = match.group(1).lower().replace("’", "'")
        end = scene.text.find("\n", match.end())
        call = _name_at(scene, match.end(), end if end >= 0 else len(scene.text))
        if call is not None:
            _labelled(scene, label, call, match)
    for match in _CAPTION.finditer(scene.text, 0, head):
        call = _name_at(scene, match.start(1), match.end(1))
        if call is None or (call.name and _is_body(call.name)) or match.end(1) - call.end > 3:
            continue
        _party(scene, call, match.group(2).lower(), match.span(2))


def _name_at(scene: Scene, start: int, end: int) -> Call | None:
    """Return the name a line begins with, with or without honorific."""
    called = next(iter(calls_in(scene.calls, start, end)), None)
    if called is not None and called.start - start <= 1:
        return called
    run = run_at(scene.text, scene.cues.tokens, scene.token_at(start))
    if run is None or run[0] - start > 1 or run[1] > end:
        return None
    name = scene.text[run[0] : run[1]]
    if " " not in name or _is_body(scene.text[run[0] : end].split(",")[0]) or country(name):
        return None
    return Call(run[0], run[0], run[1], name.title() if name.isupper() else name, "", "")


def _is_body(name: str) -> bool:
    return bool(
        {word.strip(".,()").lower() for word in name.split()}
        & set(words()["parties"]["bodies"] + words()["caption"]["bodies"])
    )


def _labelled(scene: Scene, label: str, call: Call, match: re.Match[str]) -> None:
    table: dict[str, list[str]] = words()["caption"]
    last = label.split()[-1]
    if any(word in label for word in table["counsel"]) or label.startswith(("for ", "on behalf")):
        person = scene.person(call)
        person.play(label, *match.span(1))
        _counsel(scene, person, call, label, match.span(1))
    elif last in words()["parties"]["nouns"]:
        _party(scene, call, last, match.span(1))
    elif any(word in label for word in table["bench"]):
        person = scene.person(call)
        person.play(label, *match.span(1))
        bench(scene, person, label.title() if last not in {"panel", "before", "by"} else "Member", match.span(1))


def _party(scene: Scene, call: Call, noun: str, span: tuple[int, int]) -> None:
    person = scene.person(call)
    person.play(noun, *span)
    if person not in scene.parties:
        scene.parties.append(person)


def _counsel(scene: Scene, person: PersonDraft, call: Call, label: str, span: tuple[int, int]) -> None:
    end = scene.text.find("\n", call.end)
    parts = [
        part.strip() for part in scene.text[call.end : end if end >= 0 else len(scene.text)].split(",") if part.strip()
    ]
    job = next((part for part in parts[:1] if part[:1].islower() or (" " in part and part.split()[-1].islower())), "")
    lawyer = not job or re.search(r"solicitor|counsel|barrister|advoca|attorney|lawyer|abogad|avocat", job) is not None
    if job and not lawyer:
        suggest(person, "OCCUPATION", job[0].upper() + job[1:], 4, span, "court-caption")
        return
    say(person, "OCCUPATION", "Lawyer", 5, span, "court-caption")
    say(person, "EDUCATION", "College Degree", 4, span, "court-caption")
    suggest(
        person,
        "POSITION",
        label[:1].upper() + label[1:] if "counsel" in label else "Legal representative",
        4,
        span,
        "court-caption",
    )
    home = scene.home()
    if home is not None and scene.country:
        suggest(person, "LOCATION", *home, "court-caption")
        suggest(person, "NATIONALITY", scene.country, 3, scene.country_at, "court-caption")
    bodies = [
        part
        for part in parts
        if part[:1].isupper()
        and re.search(r"\b(?:LLP|LLC|Solicitors|Law|Chambers|Partners|Associates|& Co|Advocates)\b", part)
    ]
    if bodies:
        at = scene.text.find(bodies[0], call.end)
        say(person, "AFFILIATION", bodies[0], 5, (at, at + len(bodies[0])), "court-caption")


def bench(scene: Scene, person: PersonDraft, position: str, span: tuple[int, int]) -> None:
    """Tell what follows from sitting on the bench of this decision."""
    job = (
        "Arbitrator"
        if re.search(r"[Aa]rbit", position)
        else "Adjudicator"
        if re.search(r"[Aa]djudicat|Member|Panel", position)
        else "Judge"
    )
    if re.search(r"[Rr]egistrar|[Cc]lerk|[Ss]ecretary", position):
        job = "Court official"
    suggest(person, "OCCUPATION", job, 4, span, "court-bench")
    suggest(person, "POSITION", position, 5, span, "court-bench")
    suggest(person, "EDUCATION", "College Degree", 3, span, "court-bench")
    court = re.match(r"\s*(?:IN THE )?([^\n]{6,60})\n", scene.text)
    if court is not None and re.search(
        r"(?i)court|tribunal|panel|division|branch|service|board|commission|chamber", court.group(1)
    ):
        suggest(person, "AFFILIATION", court.group(1).strip(), 4, court.span(1), "court-heading")
    home = scene.home()
    if home is not None:
        suggest(person, "LOCATION", *home, "court-heading")
        suggest(person, "NATIONALITY", home[0].split(" / ")[-1], 3, home[2], "court-heading")


def read_signature(scene: Scene) -> None:
    """Add whoever signs: a line with a name, then a line with an office."""
    offices: list[str] = words()["caption"]["offices"]
    foot = max(0, len(scene.text) - _FOOT)
    lines = [line for line in scene.cues.lines if line.start >= foot and scene.text[line.start : line.end].strip()]
    for above, below in pairwise(lines):
        office = scene.text[below.start : below.end].strip(" .,")
        if len(office) > 60 or not any(word in office.lower() for word in offices):
            continue
        start = above.start + (
            len(scene.text[above.start : above.end]) - len(scene.text[above.start : above.end].lstrip(' "“'))
        )
        call = _name_at(scene, start, above.end)
        if call is not None:
            person = scene.person(call)
            person.play(office.lower(), below.start, below.end)
            for fact in list(person.facts):
                if fact.tag == "OCCUPATION" and fact.cue != "court-bench":
                    person.facts.remove(fact)
            bench(scene, person, office, (below.start, below.end))
