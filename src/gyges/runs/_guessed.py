"""The last pass over an audited release: what a guesser who reads nothing would tell, and a row for everybody."""

from collections.abc import Iterator

from gyges.errors import WorkerDiedError
from gyges.runs._audited import AuditedRelease, AuditOptions
from gyges.runs._chunks import in_chunks
from gyges.runs._examined import Examined, unread_of
from gyges.runs._in_step import InStep
from gyges.runs._people_rows import PeopleRows
from gyges.runs.workers import Crew, DocumentPeople, GuessRows, GuessTask, guess_at, remote_guess
from gyges.scoring import AnonymityFold, ExcessFold, ProtectionFold

__all__ = ["PriorFigures", "guess_all", "guess_here"]


class PriorFigures:
    """What a guesser who reads nothing would leave protected, folded as documents pass."""

    def __init__(self, options: AuditOptions) -> None:
        self.protection = ProtectionFold(options.profile)
        self.excess = ExcessFold(options.profile)
        self.sets = AnonymityFold(0)

    def add(self, rows: GuessRows) -> None:
        """Take in what the next document adds."""
        self.protection.add_row(rows.protection)
        self.excess.add_row(rows.excess)
        self.sets.add_row(rows.sets)


async def guess_all(
    audited: AuditedRelease, options: AuditOptions, examined: Examined, people: PeopleRows, workers: Crew | None
) -> PriorFigures:
    """Guess about everybody without the text, and fill the rows about people; by workers where there are some."""
    figures = PriorFigures(options)

    def take(_: GuessTask, found: tuple[GuessRows, DocumentPeople]) -> None:
        figures.add(found[0])
        people.add(found[1])

    def here(task: GuessTask, _: WorkerDiedError) -> tuple[GuessRows, DocumentPeople]:
        """No text is read, so what ended the workers is nothing of the document."""
        return guess_at(options.profile, examined.prior, task)

    await in_chunks(
        _tasks(audited, examined, people),
        remote_guess(options.profile, examined.prior),
        take,
        workers=workers,
        what="the guess without the text",
        lost=here,
    )
    return figures


def guess_here(audited: AuditedRelease, options: AuditOptions, examined: Examined, people: PeopleRows) -> PriorFigures:
    """The same in this process."""
    figures = PriorFigures(options)
    for task in _tasks(audited, examined, people):
        rows, everybody = guess_at(options.profile, examined.prior, task)
        figures.add(rows)
        people.add(everybody)
    return figures


def _tasks(audited: AuditedRelease, examined: Examined, people: PeopleRows) -> Iterator[GuessTask]:
    expected, joined = people.expected(), InStep(people.joined)
    for (id_, target), scored in zip(examined.targets, unread_of(audited.scored), strict=True):
        told = expected.get(id_)
        yield GuessTask(id_, scored, target, {} if told is None else told.thing, joined.get(id_))
