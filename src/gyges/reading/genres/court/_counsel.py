"""Those who speak for the sides: lawyers of the parties, agents of governments."""

import re

from gyges.reading.genres.court._names import Call, calls_in, run_at
from gyges.reading.genres.court._places import place_after
from gyges.reading.genres.court._scene import Scene, say, suggest
from gyges.reading.genres.court._tables import pattern
from gyges.reading.lexicon._countries import country
from gyges.reading.people._draft import PersonDraft

__all__ = ["capital_run", "meet_counsel"]

_SPOKEN_FOR = re.compile(r"\b(?:represented|assisted|defended)\b")
_GOVERNMENT = re.compile(r"\bGovernments?\b")
_SPLIT = re.compile(r"[,;]? (?:and|while|whereas) (?:the )?(?:[A-Z]\w+ ){0,3}Government\b|\. (?=The )")
_AGENT = re.compile(r"\b((?:[Aa]cting |[Dd]eputy |[Cc]o-|[Pp]ermanent |then )?[Aa]gents?)\b")
_NO_AGENT = re.compile(r"\b(?:did not|not|without|no)\b[^.]{0,30}\b[Aa]gent\b")
_OTHER_AGENT = pattern("counsel.other_agent")
_JOB = pattern("counsel.job")
_PRACTICE = pattern("counsel.practice")
_BAR = re.compile(r"\b(?:of|from|at|with|to) (?:the )?((?:[^\W\d_a-z][\w’-]+ ){1,3}Bar(?: Association)?)\b")
_BODY = pattern("counsel.body")
_HEAD = pattern("counsel.head")
_RUN = pattern("counsel.run")
_ALONE = pattern("counsel.alone")
_UNNAMED = pattern("counsel.unnamed")
_TITLE_POSTS = {"ambassador"}


def capital_run(text: str, position: int, end: int) -> tuple[int, int] | None:
    """Return the span of the capitalised phrase at a position, small words inside included."""
    match = _RUN.match(text, position, end)
    return (match.start(), match.end()) if match else None


def meet_counsel(scene: Scene) -> None:
    """Add lawyers and agents."""
    for match in _SPOKEN_FOR.finditer(scene.text):
        sentence = scene.sentence(match.start())
        head = scene.text[sentence.start : match.start()]
        first, *others = _pieces(scene, match.end(), sentence.end)
        if _GOVERNMENT.search(head):
            _agents(scene, *first)
        else:
            _lawyers(scene, *first, head)
        for start, end in others:
            _agents(scene, start, end)
    _agent_alone(scene)


def _pieces(scene: Scene, start: int, end: int) -> list[tuple[int, int]]:
    cuts = list(_SPLIT.finditer(scene.text, start, end))
    if not cuts:
        return [(start, end)]
    return [(start, cuts[0].start()), (cuts[0].end(), end)]


def _with_words(scene: Scene, start: int, end: int) -> list[tuple[Call, tuple[int, int]]]:
    """Pair everybody called in a stretch with the words about them; those of a list share the last ones."""
    calls = calls_in(scene.calls, start, end)
    pairs: list[tuple[Call, tuple[int, int]]] = []
    shared = (end, end)
    for number in range(len(calls) - 1, -1, -1):
        stop = calls[number + 1].start if number + 1 < len(calls) else end
        about = (calls[number].end, stop)
        own = scene.text[about[0] : about[1]].strip(" ,;").removesuffix("and").strip(" ,;")
        shared = about if len(own) > 2 or number + 1 == len(calls) else shared
        pairs.append((calls[number], shared))
    return pairs[::-1]


def _lawyers(scene: Scene, start: int, end: int, head: str) -> None:
    by = re.compile(r"\s*(?:[\w ,’'-]{0,60}?\s)?by\s").match(scene.text, start, end)
    if by is None:
        return
    pairs = _with_words(scene, by.end(), end) or _untitled(scene, by.end(), end)
    for call, about in pairs:
        person = scene.person(call)
        if person in scene.parties:
            continue
        _lawyer(scene, person, call, about)
    if not pairs:
        unnamed = _UNNAMED.match(scene.text, by.end(), end)
        if unnamed is not None:
            person = scene.draft.new_person().play(f"{scene.party or 'party'}'s {unnamed.group(1)}", *unnamed.span(1))
            _law(scene, person, unnamed.span(1), "Lawyer")


def _untitled(scene: Scene, start: int, end: int) -> list[tuple[Call, tuple[int, int]]]:
    """Return a lawyer who is named without an honorific; the name of a firm is none."""
    run = run_at(scene.text, scene.cues.tokens, scene.token_at(start))
    if run is None or run[0] != start or run[1] > end or not _ALONE.match(scene.text, run[1]):
        return []
    return [(Call(run[0], run[0], run[1], scene.text[run[0] : run[1]], "", ""), (run[1], end))]


def _law(scene: Scene, person: PersonDraft, span: tuple[int, int], job: str) -> None:
    say(person, "OCCUPATION", job, 5, span, "court-lawyer")
    say(person, "EDUCATION", "College Degree", 4, span, "court-lawyer")
    suggest(person, "POSITION", "Legal representative", 3, span, "court-lawyer")
    home = scene.home()
    if home is not None and scene.country:
        suggest(person, "LOCATION", *home, "court-home-state")
        suggest(person, "NATIONALITY", scene.country, 3, scene.country_at, "court-home-state")


def _lawyer(scene: Scene, person: PersonDraft, call: Call, about: tuple[int, int]) -> None:
    text = scene.text
    job = _JOB.search(text, *about)
    place = None
    practice = _PRACTICE.search(text, *about)
    if practice is not None:
        place = place_after(scene, practice.end())
    bar = _BAR.search(text, *about)
    if bar is not None:
        say(person, "AFFILIATION", bar.group(1), 5, bar.span(1), "court-bar")
        place = place or place_after(scene, bar.start(1))
        if place:
            place = (re.sub(r"\s+Bar( Association)?\b", "", place[0]), place[1], place[2])
    else:
        _firm(scene, person, about)
    place = place or _last_place(scene, about)
    if place is not None:
        value, first, last = place
        say(person, "LOCATION", value, 4 if first > call.start else 3, (first, last), "court-practice")
        state = country(value.split(" / ")[-1])
        if state is not None:
            suggest(person, "NATIONALITY", state.name, 3, (first, last), "court-practice")
    words = job.group(1).lower() if job else "lawyer"
    span = job.span(1) if job else (call.start, call.end)
    officer = (
        words if words in {"legal officer", "legal adviser", "legal advisor", "professor", "director"} else "lawyer"
    )
    if officer != "lawyer":
        say(person, "POSITION", officer.capitalize(), 5, span, "court-lawyer")
    person.play(words, *span)
    person.play("representative", *span)
    _law(scene, person, span, officer.capitalize())


def _last_place(scene: Scene, about: tuple[int, int]) -> tuple[str, int, int] | None:
    places = [place for place in scene.places(*about) if place.kind in {"city", "country"} and place.country]
    return (" / ".join(places[-1].levels), places[-1].start, places[-1].end) if places else None


def _firm(scene: Scene, person: PersonDraft, about: tuple[int, int]) -> None:
    for match in _BODY.finditer(scene.text, *about):
        run = capital_run(scene.text, match.end(), about[1])
        if run is None:
            continue
        name = scene.text[run[0] : run[1]]
        if match.group().strip(" ,") == "" or " " not in name or country(name) is not None:
            continue
        say(person, "AFFILIATION", name, 5, run, "court-firm")
        return


def _agents(scene: Scene, start: int, end: int) -> None:
    by = re.compile(r"\s*(?:[\w ,-]{0,40}?\s)?by\s").match(scene.text, start, end)
    begin = by.end() if by else start
    agent = _AGENT.search(scene.text, begin, end)
    if agent is not None and _NO_AGENT.search(scene.text, scene.sentence(start).start, agent.end()):
        return
    pairs = _with_words(scene, begin, end)
    for call, about in pairs:
        person = scene.person(call)
        person.play("agent", *(agent.span(1) if agent else (call.start, call.end)))
        _agent(scene, person, call.end, about)
        if call.title in _TITLE_POSTS:
            say(person, "OCCUPATION", "Diplomat", 4, (call.start, call.name_start), "court-agent")
    if not pairs and agent is not None:
        person = scene.draft.new_person().play("government agent", *agent.span(1))
        _agent(scene, person, agent.end(), (agent.end(), end))


def _agent(scene: Scene, person: PersonDraft, at: int, about: tuple[int, int]) -> None:
    text = scene.text
    span = max((m for m in person.mentions), key=lambda m: m.end)
    words = (span.start, span.end)
    body = None
    for match in _BODY.finditer(text, *about):
        run = capital_run(text, match.end(), about[1])
        if run is not None and re.match(
            r"(?:\w+ ){0,3}(?:Ministry|Foreign|Department|Office|Government|Federal|Home|State|Attorney)",
            text[run[0] : run[1]],
        ):
            body = run
            break
    government = f"{scene.demonym} Government".strip()
    if body is not None:
        say(person, "AFFILIATION", text[body[0] : body[1]], 5, body, "court-agent")
        city = re.compile(r", ([^\W\d_a-z][\w-]+)(?=[.,;)]|$)").match(text, body[1], about[1])
        if city is not None and scene.country:
            say(person, "LOCATION", f"{city.group(1)} / {scene.country}", 4, city.span(1), "court-agent")
    else:
        say(person, "AFFILIATION", government, 4, scene.country_at if scene.demonym else words, "court-agent")
    head = _HEAD.search(text, *about)
    say(person, "POSITION", "Agent", 5, words, "court-agent")
    if head is not None:
        person.learn("POSITION", head.group(1)[0].upper() + head.group(1)[1:], 5, *head.span(1), "court-agent")
    say(person, "OCCUPATION", "Government Agent", 4, words, "court-agent")
    say(person, "EDUCATION", "College Degree", 3, words, "court-agent")
    if scene.country:
        place = scene.seat(capital=True)
        if place is not None:
            suggest(person, "LOCATION", *place, "court-agent")
        say(person, "NATIONALITY", scene.country, 4, scene.country_at, "court-agent")


def _agent_alone(scene: Scene) -> None:
    """Add the agent of whom the text speaks without having introduced one."""
    if any("agent" in role for person in scene.draft.people for role in person.roles):
        return
    match = _OTHER_AGENT.search(scene.text) if scene.holds("Agent") else None
    if (
        match is None
        or not _GOVERNMENT.search(scene.text)
        or _NO_AGENT.search(scene.text[max(0, match.start() - 60) : match.end()])
    ):
        return
    person = scene.draft.new_person().play("government agent", *match.span(1))
    _agent(scene, person, match.end(), (match.end(), match.end()))
