"""The bench: presidents of sections and courts, judges, registrars."""

import re

from gyges.reading.genres.court._caption import bench
from gyges.reading.genres.court._names import Call, calls_in, run_at
from gyges.reading.genres.court._scene import Scene, say, suggest
from gyges.reading.genres.court._tables import pattern
from gyges.reading.lexicon._countries import country
from gyges.reading.people._draft import PersonDraft

__all__ = ["STRASBOURG", "meet_bench"]

STRASBOURG = "European Court of Human Rights"
_PRESIDENT = pattern("bench.president")
_DOMESTIC = pattern("bench.domestic")
_ELECTED = re.compile(r"judge elected in respect of (?:the )?([A-Z]\w+(?: [A-Z]\w+)?)")
_AD_HOC = re.compile(r"\bad hoc judge\b")
_SUFFIX = pattern("bench.suffix")
_DELIVERED = re.compile(r"\b(?:delivered|given|pronounced|handed down|read) by (?=[^\W\d_a-z])")
_J = re.compile(r",? (?:J|JA|JSC|CJ)\b")
_RANKS = {
    "LJ": "Lord Justice",
    "LCJ": "Lord Chief Justice",
    "CJ": "Chief Justice",
    "MR": "Master of the Rolls",
    "J": "High Court judge",
    "JSC": "Supreme Court judge",
    "JA": "Justice of Appeal",
}


def meet_bench(scene: Scene) -> None:
    """Add presidents and judges."""
    if scene.strasbourg:
        _president(scene)
        _elected(scene)
    for match in _DOMESTIC.finditer(scene.text) if scene.has("President", "president") else ():
        _domestic(scene, match)
    for match in _SUFFIX.finditer(scene.text) if scene.has(*_RANKS) else ():
        _with_rank(scene, match)
    for match in _DELIVERED.finditer(scene.text) if scene.has("J", "JA", "JSC", "CJ") else ():
        run = run_at(scene.text, scene.cues.tokens, scene.token_at(match.end()))
        if run is not None and _J.match(scene.text, run[1]):
            name = scene.text[run[0] : run[1]]
            person = scene.person(Call(run[0], run[0], run[1], name, "", "")).play("judge", *match.span())
            bench(scene, person, "Judge", match.span())
    for call in scene.calls:
        if call.title in {"judge", "justice", "magistrate"} and call.name:
            person = scene.person(call)
            person.play("judge", call.start, call.name_start)
            _judge(scene, person, (call.start, call.end), "Judge")


def _president(scene: Scene) -> None:
    best = None
    for match in _PRESIDENT.finditer(scene.text) if scene.holds("President") else ():
        long = " of " in match.group(1) or "Section " in match.group(1)
        if match.group(2) in {"of"} or (
            not long and not re.match(r"(?:of|gave|granted|decided|refused|had|acceded|also|invited)", match.group(2))
        ):
            continue
        if best is None or (long and " of " not in best.group(1)):
            best = match
    if best is None:
        return
    words = best.group(1)
    call = next(iter(calls_in(scene.calls, best.end(1), best.end(1) + 60)), None)
    apposed = call is not None and scene.text[best.end(1) : call.start].strip() == ","
    person = scene.person(call) if call and apposed else scene.draft.new_person()
    person.play(words.lower(), *best.span(1))
    position = re.sub(r" of the Court$", "", words)
    position = re.sub(r"\s*(?:of the )?\[[A-Z]+\]", "", position)
    say(person, "POSITION", position, 5, best.span(1), "court-president")
    _strasbourg(person, best.span(1))


def _strasbourg(person: PersonDraft, span: tuple[int, int]) -> None:
    say(person, "OCCUPATION", "Judge", 4, span, "court-bench")
    say(person, "AFFILIATION", STRASBOURG, 4, span, "court-bench")
    say(person, "EDUCATION", "College Degree", 4, span, "court-bench")
    suggest(person, "LOCATION", "Strasbourg / France", 3, span, "court-bench")


def _elected(scene: Scene) -> None:
    for formula, position in ((_ELECTED, "Judge"), (_AD_HOC, "Ad hoc judge")):
        for match in formula.finditer(scene.text) if scene.has("judge") else ():
            sentence = scene.sentence(match.start())
            calls = calls_in(scene.calls, sentence.start, sentence.end)
            before = [call for call in calls if call.end <= match.start()]
            chosen = before[:1] if position == "Judge" else (before[-1:] or calls[:1])
            if (
                position != "Judge"
                and before
                and re.search(r"in (?:the )?place of|instead of|replac", scene.text[sentence.start : before[-1].start])
            ):
                chosen = before[-2:-1] or before
            for call in chosen:
                _seat(scene, call, match, position)


def _seat(scene: Scene, call: Call, match: re.Match[str], position: str) -> None:
    person = scene.person(call)
    person.play(position.lower(), *match.span())
    say(person, "POSITION", position, 5, match.span(), "court-bench")
    _strasbourg(person, match.span())
    state = country(match.group(1)) if match.re is _ELECTED else None
    name = state.name if state else scene.country
    if name:
        say(person, "NATIONALITY", name, 4, match.span() if state else scene.country_at, "court-bench")


def _judge(scene: Scene, person: PersonDraft, span: tuple[int, int], position: str) -> None:
    suggest(person, "OCCUPATION", "Judge", 5, span, "court-judge")
    suggest(person, "POSITION", position, 5, span, "court-judge")
    suggest(person, "EDUCATION", "College Degree", 4, span, "court-judge")
    if scene.country:
        suggest(person, "NATIONALITY", scene.country, 3, scene.country_at, "court-judge")
        suggest(person, "LOCATION", scene.country, 3, scene.country_at, "court-judge")


def _domestic(scene: Scene, match: re.Match[str]) -> None:
    call = next(iter(calls_in(scene.calls, match.end(), match.end() + 40)), None)
    apposed = call is not None and scene.text[match.end() : call.start].strip() == ","
    role = match.group(1).lower()
    person = scene.person(call) if call and apposed else scene.draft.with_role(role) or scene.draft.new_person()
    person.play(role, *match.span(1))
    say(person, "AFFILIATION", match.group(2), 5, match.span(2), "court-president")
    _judge(scene, person, match.span(1), match.group(1)[0].upper() + match.group(1)[1:])


def _with_rank(scene: Scene, match: re.Match[str]) -> None:
    group = 1 if match.group(1) else 3
    rank = _RANKS.get(match.group(group + 1))
    if rank is None:
        return
    name = match.group(group)
    person = scene.person(Call(match.start(group), match.start(group), match.end(group), name, "", ""))
    person.play("judge", *match.span())
    _judge(scene, person, match.span(), rank)
    court = re.search(
        r"\b(Court of Appeal|High Court|House of Lords|Supreme Court|Divisional Court)\b",
        scene.text[: match.start()][-1500:],
    )
    affiliation = "Court of Appeal" if rank.startswith("Lord") else court.group(1) if court else "High Court"
    suggest(person, "AFFILIATION", affiliation, 3, match.span(), "court-rank")
