"""Those who serve: presidents, judges, lawyers of the parties, agents of governments."""

import re

from gyges.reading.genres.court._case import Call, Case, Span, Told, place_after
from gyges.reading.genres.court._table import formula, ranks
from gyges.reading.lexicon._names import country
from gyges.reading.people._draft import PersonDraft

_LEAST = 2  # code points of words about somebody, at least


def meet_counsel(case: Case) -> None:
    """Add lawyers and agents."""
    for match in case.find("counsel.spoken_for"):
        start, end = case.sentence(match.start())
        cut = case.first("counsel.split", match.end(), end)
        if case.first("counsel.government", start, match.start()):
            _agents(case, match.end(), cut.start() if cut else end)
        else:
            _lawyers(case, match.end(), cut.start() if cut else end)
        if cut is not None:
            _agents(case, cut.end(), end)


def _with_words(case: Case, start: int, end: int) -> list[tuple[Call, Span]]:
    """Pair everybody called in a stretch with the words about them; those of a list share the last ones."""
    pairs: list[tuple[Call, Span]] = []
    stop, shared = end, (end, end)
    for call in reversed(case.called(start, end)):
        own = case.text[call.end : stop].strip(" ,;").removesuffix("and").strip(" ,;")
        shared = (call.end, stop) if len(own) > _LEAST or not pairs else shared
        pairs.append((call, shared))
        stop = call.start
    return pairs[::-1]


def _lawyers(case: Case, start: int, end: int) -> None:
    by = formula("counsel.by").match(case.text, start, end)
    if by is None:
        return
    pairs = _with_words(case, by.end(), end)
    for call, about in pairs:
        firm = call.start == call.name and call.person.names and formula("nobody.after").match(case.text, call.end)
        if call.person not in case.parties and not firm:
            _lawyer(case, call, about)
    unnamed = formula("counsel.unnamed").match(case.text, by.end(), end) if not pairs else None
    if unnamed is not None:
        person = case.draft.new_person().play(f"{case.party or 'party'}'s {unnamed.group(1)}", *unnamed.span(1))
        case.tell(person, "lawyer", unnamed.span(1), job="Lawyer")


def _lawyer(case: Case, call: Call, about: Span) -> None:
    job = case.first("counsel.job", *about)
    practice = case.first("counsel.practice", *about)
    place = (place_after(case, practice.end()) if practice else None) or _last_place(case, about)
    if place is not None:
        state = country(place[0].split(" / ")[-1])
        case.tell(call.person, "practice", place[1], place=place[0], state=state.name if state else None)
    bar = case.first("counsel.bar", *about)
    if bar is not None:
        case.tell(call.person, "practice", bar.span(1), bar=bar.group(1))
    words, span = (job.group(1).lower(), job.span(1)) if job else ("lawyer", (call.start, call.end))
    officer = words.capitalize() if formula("counsel.officer").fullmatch(words) else "Lawyer"
    call.person.play(words, *span).play("representative", *span)
    case.tell(call.person, "lawyer", span, job=officer, position=officer if officer != "Lawyer" else None)


def _last_place(case: Case, about: Span) -> Told | None:
    places = [place for place in case.places(*about) if place.kind in {"city", "country"} and place.country]
    return (" / ".join(places[-1].levels), (places[-1].start, places[-1].end)) if places else None


def _agents(case: Case, start: int, end: int) -> None:
    by = formula("counsel.by").match(case.text, start, end)
    start = by.end() if by else start
    agent = case.first("counsel.agent", start, end)
    if agent is not None and case.first("counsel.no_agent", case.sentence(start)[0], agent.end()):
        return
    pairs = _with_words(case, start, end)
    for call, about in pairs:
        call.person.play("agent", *(agent.span(1) if agent else (call.start, call.end)))
        _agent(case, call.person, about)
    if not pairs and agent is not None:
        person = case.draft.new_person().play("government agent", *agent.span(1))
        _agent(case, person, (agent.end(), end))


def _agent(case: Case, person: PersonDraft, about: Span) -> None:
    last = max(person.mentions, key=lambda mention: mention.end)
    body = case.first("counsel.body", *about)
    head = case.first("counsel.head", *about)
    said = (body.group(1), body.span(1)) if body else None
    titled = next((fact.value for fact in person.facts if (fact.tag, fact.cue) == ("OCCUPATION", "title")), None)
    case.tell(person, "agent", (last.start, last.end), body=said, job=titled or "Government Agent")
    if head is not None:
        person.learn("POSITION", head.group(1)[0].upper() + head.group(1)[1:], 5, *head.span(1), "court-agent")


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
