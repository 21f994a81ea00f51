"""What a linkage attack found out, as ``gyges link --json`` and ``results.json`` hold it."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, Field, JsonValue

from gyges.scoring._results import RateRow, ReleasedRow
from gyges.scoring.semantic._distance import DistanceBin


class _LinkResultsRow(BaseModel, frozen=True):
    pass


class Linkage(_LinkResultsRow):
    """How well released records are found again."""

    correct: RateRow | None  # share of originals whose own release comes first
    correct_by_chance: RateRow | None
    top_k: Mapping[str, RateRow]  # the same for the first 1, 3, 5, 10
    unlinked: int  # originals for which nothing was found
    ranks: Mapping[str, int]  # how often the own release comes at which place, by class
    margin: float | None  # median lead of the first record over the second, as a share of its score
    plausible: float | None  # median number of records about as good as the first
    tied: int  # originals whose first place is shared


class Semantic(_LinkResultsRow):
    """What linked records give away."""

    distance: RateRow
    with_known: RateRow  # the same over all claims
    leaked: RateRow  # share of unknown claims that the record says, at least in similar words
    judged: RateRow  # share of claims that could be judged
    left_out: Mapping[str, int]  # how many records have no distance, by reason
    by: str  # who judged
    embedding_distance: RateRow | None = None  # distance by sentence embeddings, where there is a model for it
    mauve_distance: float | None = None  # one minus MAUVE, where there is a model for it
    histogram: list[DistanceBin] = Field(default_factory=list)


class LeftOutRecord(_LinkResultsRow):
    """A record that takes no part, and why."""

    id: str
    reason: str


class LinkCoverage(_LinkResultsRow):
    """Who took part, and who did not."""

    originals: int  # all originals
    records: int  # released records the attacker searched
    attacked: int  # originals it looked for
    unusable: list[LeftOutRecord]  # originals of which nothing could be known
    short: list[str]  # originals with fewer claims than the attacker was to know
    failed: list[LeftOutRecord]  # releases that failed or are empty
    unreleased: list[str]  # originals without a release
    extra: list[str]  # releases without an original, searched all the same
    blank: list[str]  # originals without text
    unread: dict[str, int] = {}
    lost: list[str] = []  # originals that could not be looked for though somebody should have: they count as found


class LinkedRecord(_LinkResultsRow):
    """One original and what the attacker made of it."""

    id: str  # the original
    linked_to: str | None  # the release the attacker took for it
    correct: bool | None  # whether that is its own; None where there is no own release
    rank: int | None  # the place of its own release
    margin: float | None  # the lead of the first record over the second, as a share of its score
    plausible: int  # how many records are about as good as the first
    known: list[str]  # what the attacker knew
    learned: list[str]  # claims it did not know and the linked record says, at least in similar words
    distance: float | None  # semantic distance of the claims it did not know
    controls: dict[str, float] = {}  # the same distance for each control


class PersonAcross(_LinkResultsRow):
    """One person over several documents."""

    person: str  # who it is, by the key in meta
    documents: list[str]  # the documents about this person
    found_together: float | None  # share of the other releases that come next to the linked one
    facts: int  # facts of the person in all originals: by their annotation, or as the embedded reader reads them
    leaked: int  # how many of them leak from single releases
    only_together: list[str]  # facts that leak only when all releases of the person are read together


class LinkResults(_LinkResultsRow):
    """A linkage attack from one end to the other; version 1 of the format."""

    version: Literal[1] = 1  # the version of the format
    settings: Mapping[str, JsonValue]  # how the attack was made
    released: ReleasedRow | None = None  # which texts were searched
    linkage: Linkage  # how well records are found again
    semantic: Semantic  # what linked records give away
    lexical: Mapping[str, RateRow]  # distances that do not see meaning, and identifiers that are gone
    controls: Mapping[str, RateRow]
    categories: Mapping[str, RateRow] = Field(default_factory=dict)  # share of claims that leak, by kind
    coverage: LinkCoverage  # who took part, and who did not
    across: list[PersonAcross] = Field(default_factory=list)  # people with several documents
    utility: Mapping[str, RateRow] = Field(default_factory=dict)
    sets: Mapping[str, RateRow] = Field(default_factory=dict)
    cost: Mapping[str, JsonValue] = Field(default_factory=dict)  # what was asked of models
    records: list[LinkedRecord] = Field(default_factory=list)  # the originals, one by one
