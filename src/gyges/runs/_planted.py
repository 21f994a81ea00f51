"""People planted before a reader: invented texts whose facts are known, where the originals cannot show if it reads."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from gyges.attacks import Attack, UnionAttack, is_embedded, recorded_file
from gyges.corpus import bundled_corpus
from gyges.records import Document, Unread
from gyges.runs._audited import AuditOptions, AuditRun, Truth
from gyges.runs._scorer import ScoringTask, ScoringTerms, score_by_rules
from gyges.scoring import FEWEST_SHOWN, ReaderCount, is_about_author, unscored_document

PLANTED = 8
"""How many invented texts are read."""


def originals_show(truth: Truth, options: AuditOptions) -> bool:
    """Whether the originals can show if the attackers read: the truth is not their own, and there is enough of it."""
    return truth.labeller not in options.attackers and _known(truth.documents.values()) >= FEWEST_SHOWN


def planted_readers(attackers: Sequence[Attack], truth: Truth, options: AuditOptions) -> list[Attack]:
    """Return who has to read invented texts, each alone.

    These are all attackers where the originals cannot show if they read. Of several that read together the originals
    show what all of them found, so each that is not embedded has to show that it reads.
    Findings that were recorded, and attacks on authors, are about given texts alone.
    """
    if any(map(is_about_author, islice(truth.documents.values(), 1))):
        return []
    alone = {one.name: one for one in _alone(attackers)}
    readers = [one for one in alone.values() if recorded_file(one.name) is None]
    if not originals_show(truth, options):
        return readers
    return [one for one in readers if len(alone) > 1 and not is_embedded(one.name)]


def _alone(attackers: Iterable[Attack]) -> Iterator[Attack]:
    """Yield attackers, in the place of those who read together each of them."""
    for one in attackers:
        if isinstance(one, UnionAttack) and not is_embedded(one.name):
            yield from _alone(one.attackers)
        else:
            yield one


def _known(documents: Iterable[Document]) -> int:
    """Return how many documents have a fact; counting ends when there are enough."""
    known = (one for one in documents if any(person.facts for person in one.subjects or ()))
    return sum(1 for _ in islice(known, FEWEST_SHOWN))


async def read_planted(run: AuditRun, readers: Iterable[Attack]) -> ReaderCount | None:
    """Have readers read a few short texts, each alone; return what the weakest made of them, None without readers."""
    texts = sorted(bundled_corpus(), key=lambda one: len(one.text))[:PLANTED]
    terms = ScoringTerms(run.options.profile, run.options.min_certainty)
    counts = []
    for reader in _alone(readers):
        findings = (await run.attack({one.id: one.text for one in texts}, [reader])).findings[reader.name]
        count = ReaderCount(name=reader.name)
        for one in texts:
            finding = findings.get(one.id)
            if finding is None:
                scored = unscored_document(one.id, one.subjects or (), "attack: planted")
            else:
                task = ScoringTask(one.id, Unread.of(one), finding=Unread.of(finding), labelled=True)
                scored = score_by_rules(terms, task).scored.thing
            count += ReaderCount.of(scored, failed=True)
        counts.append(count)
    return min(counts, key=lambda count: (count.read, count.found), default=None)
