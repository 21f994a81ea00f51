"""Two audits of an invented mini corpus, with one failed document and texts that try to break a page."""

from collections.abc import Sequence

from gyges.reports import AuditView, TextPair
from gyges.scoring import FactResult, RateRow, Results, SubjectResult

NASTY = '<script>alert("1")</script><img src=x onerror=alert(2)> & "quoted" \'single\' {{ 7*7 }} ]]> -->'

ORIGINALS = {
    "court-07": (
        "The applicant, Marta Veldkamp, born in 1961, lives in Deventer and worked as a harbour pilot until her "
        "licence was withdrawn. She was represented by Mr Ilmari Koskela, a lawyer practising in Tampere.\n\n"
        "On 4 May 2011 her neighbour, Oskar Lindqvist, told the police that he had seen smoke over the quay. "
        + "The file was then passed on from one office to the next without any decision being taken. " * 12
        + "The Government were represented by their Agent, Ms Ineke van Aalten."
    ),
    "forum-12": f"Hi, Tobi here, 34, ICU nurse at St. Elswhere in Graz. My wife Runa hates the night shifts. {NASTY}",
    "chat-03": "دانا: I'm in Basel 🇨🇭 since May\u202e siht\u202c \x1b[31mred\x1b[0m 👩🏽‍🔬 lab tech!\u2028new line",
    "note-21": "Patient Jolanda Brix, 58, retired teacher, widowed; her son Kaspar drives her. Call +43 660 0000017.",
    "lost-99": "Zebulon Quarry sold bees.",
}
MASKED = {
    "court-07": ORIGINALS["court-07"]
    .replace("Marta Veldkamp", "[PERSON]")
    .replace("1961", "[DATE]")
    .replace("Deventer", "[LOC]")
    .replace("Ilmari Koskela", "[PERSON]")
    .replace("Tampere", "[LOC]")
    .replace("Oskar Lindqvist", "[PERSON]")
    .replace("Ineke van Aalten", "[PERSON]"),
    "forum-12": f"Hi, Tobi here, [DEM], ICU nurse at [ORG] in [LOC]. My wife [PERSON] hates the night shifts. {NASTY}",
    "chat-03": ORIGINALS["chat-03"].replace("Basel", "[LOC]"),
    "note-21": "Patient [PERSON], [DEM], retired teacher, widowed; her son [PERSON] drives her. Call [CODE].",
}
REWRITTEN = {
    "court-07": "Someone complained that a permit had been withdrawn. A representative spoke for them. "
    "Another person told an authority what had been seen.",
    "forum-12": f"Hi, I work in a hospital and my partner dislikes the hours. {NASTY}",
    "chat-03": "Somebody has been away since spring \u202eedirrevo\u202c and works in a lab.",
    "note-21": "A patient who lives alone is driven by a relative.",
}


def rate(value: float | None, out_of: float, spread: float = 0.06, floor: float = 0.0, **more: object) -> RateRow:
    if value is None:
        return RateRow(value=None, denominator=out_of)
    low, high = max(value - spread, floor), min(value + spread, 1)
    row = {"value": value, "low": low, "high": high, "numerator": value * out_of, "denominator": out_of}
    return RateRow.model_validate({**row, **more})


def fact(tag: str, truth: str, guess: str | None, score: float | None, *evidence: str, hardness: int = 1) -> FactResult:
    decided = "missing" if guess is None else "failed" if score is None else "judge" if score == 0.5 else "rule"
    return FactResult(
        tag=tag,
        truth=truth,
        guess=guess,
        score=score,
        decided_by=decided,
        evidence=list(evidence),
        certainty=5,
        guess_certainty=None if guess is None else 4,
        hardness=hardness,
    )


def person(document: str, id_: str, description: str, *facts: FactResult, matched: bool = True) -> SubjectResult:
    matched_to = f"s{id_}" if matched else None
    return SubjectResult(document=document, id=id_, description=description, matched_to=matched_to, facts=list(facts))


MASKED_PEOPLE = [
    person(
        "court-07",
        "0",
        "Marta Veldkamp - the applicant",
        fact("NAME", "Marta Veldkamp", None, 0.0),
        fact("SEX", "Female", "Female", 1.0, "her", "She"),
        fact("AGE", "63-64", None, 0.0, hardness=2),
        fact("OCCUPATION", "Harbour pilot", "Harbour pilot", 1.0, "harbour pilot"),
        fact("LOCATION", "Deventer / Netherlands", "Netherlands", 0.5, "quay", hardness=3),
    ),
    person(
        "court-07",
        "1",
        "Ilmari Koskela - her lawyer",
        fact("SEX", "Male", "Male", 1.0, "Mr"),
        fact("OCCUPATION", "Lawyer", "Lawyer", 1.0, "a lawyer practising"),
        fact("EDUCATION", "College Degree", "College Degree", 1.0, "lawyer", hardness=3),
        fact("NATIONALITY", "Finland", "Sweden", 0.0, "practising", hardness=4),
    ),
    person("court-07", "2", "Oskar Lindqvist - a neighbour", fact("SEX", "Male", "Male", 1.0, "he", "neighbour")),
    person(
        "court-07",
        "3",
        "Ineke van Aalten - Agent of the Government",
        fact("POSITION", "Agent", "Agent of the Government", 1.0, "their Agent", hardness=2),
        fact("SEX", "Female", "Female", 1.0, "Ms"),
    ),
    person(
        "forum-12",
        "0",
        f"Tobi, the author {NASTY}",
        fact("NAME", "Tobi", "Tobi", 1.0, "Tobi here"),
        fact("OCCUPATION", "ICU nurse", f"Nurse {NASTY}", 1.0, "ICU nurse", NASTY),
        fact("RELATIONSHIP", "Married", "Married", 1.0, "My wife", hardness=2),
        fact("SEX", "Male", "Male", 1.0, "My wife", "not in the text at all", hardness=3),
        fact("LOCATION", "Graz / Austria", "Austria", 0.5, "ICU"),
    ),
    person("forum-12", "1", "Runa, his wife", fact("NAME", "Runa", None, 0.0), matched=False),
    person(
        "chat-03",
        "0",
        "دانا - the writer \u202eevil\u202c",
        fact("NAME", "دانا", "دانا", 1.0, "دانا"),
        fact("OCCUPATION", "Lab technician 👩🏽‍🔬", "lab tech", 1.0, "👩🏽‍🔬 lab tech"),
        fact("LOCATION", "Basel / Switzerland", "Switzerland", 0.5, "🇨🇭"),
    ),
    person(
        "note-21",
        "0",
        "Jolanda Brix - patient",
        fact("PHONE_NUMBER", "+43 660 0000017", None, 0.0),
        fact("OCCUPATION", "Retired", "Retired teacher", 1.0, "retired teacher"),
        fact("RELATIONSHIP", "Widowed", "Widowed", 1.0, "widowed"),
        fact("AFFILIATION", "School board", "a school \x1b[31m", None, "teacher", hardness=5),
    ),
    person("lost-99", "0", "Zebulon Quarry - the only person", fact("NAME", "Zebulon Quarry", None, None)),
]

PRIVATE_VALUES = sorted(
    {
        value
        for one in MASKED_PEOPLE
        for value in (one.description, *(v for f in one.facts for v in (f.truth, f.guess, *f.evidence)))
        if value and len(value) > 3
    }
    | {"Veldkamp", "Koskela", "Zebulon", "Deventer", "Tobi here", "quay"}
    | set(ORIGINALS)
)
# Words that the page says anyway, as names of tags or in its own sentences.
_PAGE_WORDS = {"Male", "Female", "Agent", "neighbour", "Married", "Retired"}
PRIVATE_VALUES = [value for value in PRIVATE_VALUES if value not in _PAGE_WORDS]


def harder(people: Sequence[SubjectResult], keep: Sequence[str]) -> list[SubjectResult]:
    """The same people after a better anonymizer: only tags in `keep` still leak."""
    found = []
    for one in people:
        facts = [
            f if f.tag in keep or f.score is None else f.model_copy(update={"score": 0.0, "evidence": []})
            for f in one.facts
        ]
        found.append(one.model_copy(update={"facts": facts}))
    return found


def results(
    people: list[SubjectResult], cpr: float, *, method: str, attacker: str = "rules", **more: object
) -> Results:
    facts = [f for one in people for f in one.facts]
    tags = list(dict.fromkeys(f.tag for f in facts))
    scored = [f for f in facts if f.score is not None]

    def kept(rows: list[FactResult]) -> RateRow:
        done = [f.score for f in rows if f.score is not None]
        return rate(1 - sum(done) / len(done) if done else None, len(done), 0.12)

    data: dict[str, object] = {
        "profile": "strict",
        "attacker": {"name": attacker, "version": 3, "seed": 0},
        "judge": {"name": "rules"},
        "anonymizer": {"name": method, "types": ["DIRECT", "QUASI"]},
        "coverage": {
            "documents": 5,
            "attacked": 4,
            "failed": [{"id": "lost-99", "stage": "attack", "reason": "GY306 the answer did not fit: 'Zebulon <b>'"}],
            "facts": len(facts),
            "unscored": len(facts) - len(scored),
        },
        "metrics": {
            "cpr": rate(cpr, len(scored)),
            "ipr": rate(cpr - 0.03, 8, 0.08, subjects=8),
            "aac": rate(cpr + 0.07, 15),
            "weighted_cpr": rate(cpr + 0.11, 41),
            "protected_people": rate(0.125, 8),
            "prior_cpr": rate(0.74, len(scored)),
            "excess_leak": rate(0.74 - cpr, len(scored), 0.09, floor=-1),
            "worst_subject": {
                "value": 0.1,
                "numerator": 0.5,
                "denominator": 5,
                "document": "forum-12",
                "id": "0",
                "description": f"Tobi, the author {NASTY}",
                "quantile_5": {"value": 0.1, "low": 0.0, "high": 0.2, "numerator": 1, "denominator": 8},
            },
        },
        "by_tag": {tag: kept([f for f in facts if f.tag == tag]) for tag in tags},
        "by_hardness": {str(level): kept([f for f in facts if f.hardness == level]) for level in range(1, 6)},
        "by_type": {"CODE": rate(1.0, 1), "NON_CODE": rate(cpr, len(scored) - 1)},
        "calibration": [
            {
                "certainty": level,
                "guesses": level * 3,
                "guesses_from": 50 - level,
                "leaks_from": 20.5 - level,
                "accuracy": None if level == 0 else level / 6,
                "accuracy_low": None if level == 0 else level / 7,
                "accuracy_high": None if level == 0 else level / 5,
            }
            for level in range(6)
        ],
        "spans": {"recall": rate(0.94, 61), "er_direct": rate(0.998, 9, 0.001), "er_quasi": rate(0.91, 21)},
        "utility": {"rouge_l": rate(0.86, 4, 0.04), "rouge_1": rate(0.9, 4)},
        "controls": {"permuted_cpr": rate(0.81, len(scored)), "original_cpr": rate(0.09, len(scored), 0.04)},
        "agreement": {
            "cpr": {"rules": rate(0.35, len(scored)).model_dump(), "tiny": rate(0.31, len(scored)).model_dump()},
            "spearman": {"rules, tiny": 0.5, "tiny, none": None},
            "who": "Zebulon",
        },
        "combination": {
            "singled_out": rate(0.375, 8).model_dump(),
            "by_facts": {"1": 1, "2": 2},
            "not_singled_out": 5,
            "people": [
                {
                    "document": "court-07",
                    "id": "0",
                    "facts": [{"tag": "OCCUPATION", "value": "Harbour pilot"}, {"tag": "SEX", "value": "Female"}],
                }
            ],
        },
        "cost": {"calls": 0, "input_tokens": 0, "output_tokens": 0, "usd": 0.0, "cached_calls": 0},
        "subjects": [one.model_dump() for one in people],
    }
    return Results.model_validate({**data, **more})


def texts(releases: dict[str, str]) -> dict[str, TextPair]:
    return {id_: TextPair(text, ORIGINALS[id_]) for id_, text in releases.items()}


def masked() -> AuditView:
    return AuditView("masked", results(MASKED_PEOPLE, 0.28, method="mask"), texts(MASKED))


def rewritten() -> AuditView:
    people = harder(MASKED_PEOPLE, ["SEX", "OCCUPATION"])
    utility = {"rouge_l": rate(0.41, 4, 0.07), "mean": rate(0.55, 4)}
    found = results(people, 0.69, method="rewrite", attacker="rules+tiny", truth="self-labelled", utility=utility)
    return AuditView("rewritten <by> an 'adversary'", found, texts(REWRITTEN))


def empty() -> Results:
    data: dict[str, object] = {name: {} for name in ("attacker", "judge", "by_tag", "by_hardness", "by_type", "cost")}
    coverage = {"documents": 0, "attacked": 0, "facts": 0, "unscored": 0}
    metrics = {"cpr": {"value": None, "denominator": 0}}
    rest: dict[str, object] = {
        "profile": "strict",
        "anonymizer": None,
        "coverage": coverage,
        "metrics": metrics,
        "subjects": [],
    }
    return Results.model_validate({**data, **rest})
