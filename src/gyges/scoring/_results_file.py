"""Results read from files, whether two were made on the same terms, and the first of very many rows."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from gyges.errors import InputError
from gyges.records import DecidedBy, Fact, Subject, Verdict
from gyges.scoring._results import PEOPLE, RESULTS, STRANGERS, FactResult, Results, StrangerResult, SubjectResult
from gyges.scoring._scored import ScoredDocument, ScoredSubject

_Item = TypeVar("_Item")


class Smallest(Generic[_Item]):
    """The items with the smallest keys, in order; of equal ones the earlier stands first, as in a sorted list."""

    def __init__(self, most: int | None, key: Callable[[_Item], Any]) -> None:
        self._most = most
        self._key = key
        self._items: list[_Item] = []
        self.seen = 0

    def extend(self, items: Iterable[_Item]) -> None:
        """Add items."""
        for item in items:
            self._items.append(item)
            self.seen += 1
            if self._most is not None and len(self._items) >= 2 * self._most:
                self._settle()

    def __iter__(self) -> Iterator[_Item]:
        self._settle()
        return iter(self._items)

    def _settle(self) -> None:
        self._items.sort(key=self._key)  # stable: what came earlier stays before its equals
        if self._most is not None:
            del self._items[self._most :]


def results_files(path: Path) -> dict[str, Path]:
    """Return the results files that a path stands for, by what they are called."""
    if not path.is_dir():
        return {path.parent.resolve().name if path.name == RESULTS else path.stem: path}
    if (path / RESULTS).is_file():
        return {path.resolve().name: path / RESULTS}
    inside = {file.parent.name: file for file in sorted(path.glob(f"*/{RESULTS}"))}
    if not inside:
        released = (path / "releases.jsonl").is_file()
        remedy = f"run: gyges audit ORIGINALS {path}" if released else "name a results.json or the folder of an audit"
        raise InputError(f"{path} holds no {RESULTS}", remedy)
    return inside


class _ProfileTold(BaseModel):
    """What no other file has. Asked first: each field that is missing in results would hold all of the file again."""

    profile: str


def load_results(path: Path) -> Results:
    """Read ``results.json``, or the one in a run folder."""
    found = results_files(path)
    if len(found) > 1:
        names = ", ".join(str(path / name) for name in found)
        raise InputError(f"{path} holds {len(found)} audits", f"name one of {names}")
    (file,) = found.values()
    try:
        content = file.read_bytes()
        _ProfileTold.model_validate_json(content)
        return _with_everybody(Results.model_validate_json(content), file.parent)
    except OSError as error:
        raise InputError(
            f"{file} cannot be read ({error.strerror})", "name a results.json or its run folder"
        ) from error
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in problem["loc"]) or "the file"
        raise InputError(
            f"{file} is no results.json of version 1 ({where}: {problem['msg']})", "audit again"
        ) from error


def _with_everybody(results: Results, folder: Path) -> Results:
    """Return results with everybody in them, where the file lists the worst of many."""
    if "listed" not in (results.model_extra or {}):
        return results
    people = [SubjectResult.model_validate_json(line) for line in _lines(folder / PEOPLE)]
    strangers = [StrangerResult.model_validate_json(line) for line in _lines(folder / STRANGERS)]
    return results.model_copy(update={"subjects": people, "strangers": strangers})


def _lines(file: Path) -> list[bytes]:
    try:
        return file.read_bytes().splitlines()
    except OSError as error:
        raise InputError(
            f"{file} cannot be read ({error.strerror}); it holds all people, of whom {RESULTS} lists the worst",
            f"put it back beside {RESULTS}, or audit again",
        ) from error


def scored_from_results(results: Results) -> list[ScoredDocument]:
    """Return the scored documents behind a results file, as far as it holds them."""
    failed = {failure.id: failure.reason for failure in results.coverage.failed}
    people: dict[str, list[ScoredSubject]] = {id_: [] for id_ in failed}
    for subject in results.subjects:
        verdicts = tuple(_verdict(fact) for fact in subject.facts)
        truth = Subject(subject.id, subject.description, tuple(verdict.truth for verdict in verdicts))
        people.setdefault(subject.document, []).append(
            ScoredSubject(truth, subject.matched_to, verdicts, tuple(subject.again), tuple(subject.candidates))
        )
    strangers: dict[str, list[Subject]] = {}
    for stranger in results.strangers:
        facts = tuple(Fact(f.tag, f.guess, f.certainty or 0, evidence=tuple(f.evidence)) for f in stranger.facts)
        strangers.setdefault(stranger.document, []).append(Subject(stranger.id, stranger.description, facts))
    return [
        ScoredDocument(id_, tuple(rows), 0, failed.get(id_), tuple(strangers.get(id_, ())))
        for id_, rows in people.items()
    ]


def _verdict(row: FactResult) -> Verdict:
    truth = Fact(row.tag, row.truth, 5 if row.certainty is None else row.certainty, row.hardness or 0)
    guess = None
    if row.guess is not None:
        guess = Fact(row.tag, row.guess, row.guess_certainty or 0, evidence=tuple(row.evidence))
    return Verdict(truth, guess, row.score, DecidedBy(row.decided_by))


UNKNOWN = "unknown"
"""What an older results.json did not record."""

_TERMS: dict[str, Callable[[Results], object]] = {
    "attacker": lambda results: results.attacker.get("name"),
    "stages": lambda results: results.attacker.get("stages"),
    "reference date": lambda results: results.attacker.get("reference_date"),
    "judge": lambda results: results.judge.get("name"),
    "matcher": lambda results: results.judge.get("matcher"),
    "least certainty": lambda results: results.judge.get("min_certainty"),
    "labeller": lambda results: results.judge.get("labeller"),
}


def check_same_terms(first: Results, second: Results) -> tuple[str, ...]:
    """Return what differs between two audits besides the release, a phrase each; nothing if they are alike.

    What an older file did not record is unknown, and said so.
    """
    if first.profile != second.profile:
        raise InputError(
            f"the two audits were scored by different profiles ({first.profile} and {second.profile})",
            "audit one of them again",
        )
    one, two = _documents(first), _documents(second)
    if not one & two:
        raise InputError("the two audits have no document in common", "compare two audits of the same documents")
    differences = []
    for name, get in _TERMS.items():
        before, after = (UNKNOWN if value is None else str(value) for value in (get(first), get(second)))
        if before != after or before == UNKNOWN:
            differences.append(f"{name} {before} and {after}" if before != after else f"{name} {UNKNOWN}")
    if one != two:
        differences.append(
            f"documents: {len(one & two):,} in both, {len(one - two):,} only in the first, "
            f"{len(two - one):,} only in the second"
        )
    return tuple(differences)


def _documents(results: Results) -> set[str]:
    return {subject.document for subject in results.subjects} | {failure.id for failure in results.coverage.failed}
