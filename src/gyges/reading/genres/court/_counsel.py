"""Those who speak for the sides: lawyers of the parties, agents of governments."""

from gyges.reading.genres.court._case import Call, Case, Span, Told, place_after
from gyges.reading.genres.court._table import formula
from gyges.reading.lexicon._countries import country
from gyges.reading.people._draft import PersonDraft

__all__ = ["meet_counsel"]

_LEAST = 2  # code points of words about somebody, at least
_BEFORE = 60  # code points in which a text says that there is no agent


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
    if not any("agent" in role for person in case.draft.people for role in person.roles):
        _agent_alone(case)


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


def _agent_alone(case: Case) -> None:
    """Add the agent of whom the text speaks without having introduced one."""
    match = case.first("counsel.other_agent")
    if match is None or not case.first("counsel.government"):
        return
    if not case.first("counsel.no_agent", max(0, match.start() - _BEFORE), match.end()):
        person = case.draft.new_person().play("government agent", *match.span(1))
        _agent(case, person, (match.end(), match.end()))
