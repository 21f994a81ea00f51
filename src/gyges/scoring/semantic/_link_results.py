"""What a linkage attack found out, as ``gyges link --json`` and ``results.json`` hold it."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from gyges.scoring._results import RateRow
from gyges.scoring.semantic._histogram import DistanceBin

__all__ = ["LeftOutRecord", "LinkCoverage", "LinkResults", "Linkage", "LinkedRecord", "PersonAcross", "Semantic"]


class _LinkResultsRow(BaseModel):
    model_config = ConfigDict(frozen=True)


class Linkage(_LinkResultsRow):
    """How well released records are found again.

    Attributes:
        correct: Share of originals whose own release comes first; None where there is no own release. Equal scores are
            ordered by id; `correct_by_chance` orders them by chance.
        top_k: The same for the first 1, 3, 5, 10.
        unlinked: Originals for which nothing was found.
        ranks: How often the own release comes at which place, by class.
        margin: Median lead of the first record over the second, as a share of its score.
        plausible: Median number of records about as good as the first.
        tied: Originals whose first place is shared.
    """

    correct: RateRow | None
    correct_by_chance: RateRow | None
    top_k: Mapping[str, RateRow]
    unlinked: int
    ranks: Mapping[str, int]
    margin: float | None
    plausible: float | None
    tied: int


class Semantic(_LinkResultsRow):
    """What linked records give away.

    Attributes:
        distance: Mean distance of what the attacker did not know: 0 all is given away, 1 nothing.
        with_known: The same over all claims.
        leaked: Share of unknown claims that the record says, at least in similar words.
        judged: Share of claims that could be judged.
        left_out: How many records have no distance, by reason.
        by: Who judged.
        embedding_distance: Distance by sentence embeddings, where there is a model for it.
        mauve_distance: One minus MAUVE, where there is a model for it.
        histogram: How many records have which distance, and whether their link was right.
    """

    distance: RateRow
    with_known: RateRow
    leaked: RateRow
    judged: RateRow
    left_out: Mapping[str, int]
    by: str
    embedding_distance: RateRow | None = None
    mauve_distance: float | None = None
    histogram: list[DistanceBin] = Field(default_factory=list)


class LeftOutRecord(_LinkResultsRow):
    """A record that takes no part, and why."""

    id: str
    reason: str


class LinkCoverage(_LinkResultsRow):
    """Who took part, and who did not.

    Attributes:
        originals: All originals.
        records: Released records the attacker searched.
        attacked: Originals it looked for.
        unusable: Originals of which nothing could be known.
        short: Originals with fewer claims than the attacker was to know.
        failed: Releases that failed or are empty.
        unreleased: Originals without a release.
        extra: Releases without an original, searched all the same.
        blank: Originals without text.
        unread: How many of those left out are in a language that the maker of claims does not read, by language.
    """

    originals: int
    records: int
    attacked: int
    unusable: list[LeftOutRecord]
    short: list[str]
    failed: list[LeftOutRecord]
    unreleased: list[str]
    extra: list[str]
    blank: list[str]
    unread: dict[str, int] = {}


class LinkedRecord(_LinkResultsRow):
    """One original and what the attacker made of it.

    Attributes:
        id: The original.
        linked_to: The release the attacker took for it.
        correct: Whether that is its own; None where there is no own release.
        rank: The place of its own release.
        margin: The lead of the first record over the second, as a share of its score.
        plausible: How many records are about as good as the first.
        known: What the attacker knew.
        learned: Claims it did not know and the linked record says, at least in similar words.
        distance: Semantic distance of the claims it did not know.
        controls: The same distance for each control.
    """

    id: str
    linked_to: str | None
    correct: bool | None
    rank: int | None
    margin: float | None
    plausible: int
    known: list[str]
    learned: list[str]
    distance: float | None
    controls: dict[str, float] = {}


class PersonAcross(_LinkResultsRow):
    """One person over several documents.

    Attributes:
        person: Who it is, by the key in meta.
        documents: The documents about this person.
        found_together: Share of the other releases that come next to the linked one.
        facts: Facts of the person in all originals: by their annotation, or as the embedded reader reads them.
        leaked: How many of them leak from single releases.
        only_together: Facts that leak only when all releases of the person are read together.
    """

    person: str
    documents: list[str]
    found_together: float | None
    facts: int
    leaked: int
    only_together: list[str]


class LinkResults(_LinkResultsRow):
    """A linkage attack from one end to the other; version 1 of the format.

    Attributes:
        version: The version of the format.
        settings: How the attack was made.
        linkage: How well records are found again.
        semantic: What linked records give away.
        lexical: Distances that do not see meaning, and identifiers that are gone.
        controls: The same attack without a link, with another record, with the right one, and on the originals.
        categories: Share of claims that leak, by kind.
        coverage: Who took part, and who did not.
        across: People with several documents.
        utility: What releases are still good for, by a judge, or by a reader of words (``answers_by_words``).
            ``labels`` is no share: 1 says that the distribution of labels is kept, 0 that it is like uniform labels,
            below 0 worse. ``labels_judged`` says for how many of the records it speaks.
        sets: The release and the originals as two sets, each figure beside its control.
        cost: What was asked of models.
        records: The originals, one by one.
    """

    version: Literal[1] = 1
    settings: Mapping[str, JsonValue]
    linkage: Linkage
    semantic: Semantic
    lexical: Mapping[str, RateRow]
    controls: Mapping[str, RateRow]
    categories: Mapping[str, RateRow] = Field(default_factory=dict)
    coverage: LinkCoverage
    across: list[PersonAcross] = Field(default_factory=list)
    utility: Mapping[str, RateRow] = Field(default_factory=dict)
    sets: Mapping[str, RateRow] = Field(default_factory=dict)
    cost: Mapping[str, JsonValue] = Field(default_factory=dict)
    records: list[LinkedRecord] = Field(default_factory=list)
