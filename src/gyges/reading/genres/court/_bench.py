"""The bench: presidents of sections and courts, judges, whoever signs."""

import re

from gyges.reading.genres.court._case import Call, Case
from gyges.reading.genres.court._table import formula, ranks
from gyges.reading.lexicon._countries import country
from gyges.reading.people._draft import PersonDraft

__all__ = ["meet_bench"]

_NEAR = 60  # code points from an office to the name of who holds it


def meet_bench(case: Case) -> None:
    """Add presidents and judges."""
    if case.strasbourg:
        _president(case)
        _elected(case)
    for match in case.find("bench.domestic"):
        role = match.group(1).lower()
        person = (_apposed(case, match.end()) or case.draft.with_role(role) or case.draft.new_person()).play(
            role, *match.span(1)
        )
        position = match.group(1)[0].upper() + match.group(1)[1:]
        case.tell(person, "judge", match.span(1), position=position, court=(match.group(2), match.span(2)))
    for match in case.find("bench.rank"):
        person = _named(case, match.start(1), match.group(1)).play("judge", *match.span())
        position, court = ranks()[match.group(2)]
        case.tell(person, "state" if case.strasbourg else "bench", match.span())
        case.tell(person, "judge", match.span(), position=position, court=court)
    _signed(case)


def _apposed(case: Case, end: int) -> PersonDraft | None:
    """Return who is named right after an office: "the President of the Section, Ms Ana Reis"."""
    call = next(iter(case.called(end, end + _NEAR)), None)
    return call.person if call is not None and case.text[end : call.start].strip() == "," else None


def _named(case: Case, start: int, name: str) -> PersonDraft:
    known = next((call for call in case.calls if call.start <= start < call.end), None)
    end = start + len(name)
    return known.person if known else (case.draft.named(name) or case.draft.new_person()).call(name, start, end)


def _president(case: Case) -> None:
    best: re.Match[str] | None = None
    for match in case.find("bench.president"):
        long = " of " in match.group(1) or "Section " in match.group(1)
        if match.group(2) == "of" or not (long or formula("bench.acts").match(match.group(2))):
            continue
        if best is None or (long and " of " not in best.group(1)):
            best = match
    if best is not None:
        person = _apposed(case, best.end(1)) or case.draft.new_person()
        person.play(best.group(1).lower(), *best.span(1))
        position = re.sub(r"\s*(?:of the )?\[[A-Z]+\]", "", best.group(1).removesuffix(" of the Court"))
        case.tell(person, "strasbourg", best.span(1), position=position)


def _elected(case: Case) -> None:
    """Add the judge elected for the country and the one who sits in their place."""
    for match in case.find("bench.elected"):
        state = country(match.group(1))
        for call in case.called(case.sentence(match.start())[0], match.start())[:1]:
            _seat(case, call, match, "Judge", state.name if state else None)
    for match in case.find("bench.ad_hoc"):
        start, end = case.sentence(match.start())
        before = case.called(start, match.start())
        replaced = before and case.first("bench.instead", start, before[-1].start)
        chosen = (before[-2:-1] or before) if replaced else before[-1:] or case.called(start, end)[:1]
        for call in chosen:
            _seat(case, call, match, "Ad hoc judge", None)


def _seat(case: Case, call: Call, match: re.Match[str], position: str, state: str | None) -> None:
    call.person.play(position.lower(), *match.span())
    home = state or case.known.get("country")
    case.tell(call.person, "strasbourg", match.span(), position=position, state=home)


def _signed(case: Case) -> None:
    """Tell where whoever signs or heads a decision sits; whoever says "I" in it is the one who signs."""
    if case.strasbourg:
        return
    bench: list[PersonDraft] = []
    for person in case.draft.people:
        cues = {fact.cue for fact in person.facts}
        mention = min(person.mentions, key=lambda mention: mention.start)
        if "court-bench" in cues:
            bench.append(person)
            case.tell(person, "bench", (mention.start, mention.end))
        elif "court-caption" in cues:
            case.tell(person, "caption", (mention.start, mention.end))
    author = case.draft.author
    signed = [one for one in bench if one.names and one is not author]
    if author is not None and not author.names and author not in case.parties and len(signed) == 1:
        case.merge(signed[0], author)
