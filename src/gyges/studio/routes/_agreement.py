"""The page of agreement: who annotated what, how far they agree, where they differ; and who is asked for what."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from gyges.errors import InputError
from gyges.studio._agreement import AgreementFigures, project_agreement
from gyges.studio._names import proper_name
from gyges.studio._project import Project
from gyges.studio._rating_study import rateable
from gyges.studio._share_out import share_out
from gyges.studio.routes._context import Asking, InProject
from gyges.studio.routes._rates import RateShown, shown_rate
from gyges.studio.store import Sheet

__all__ = ["router"]

router = APIRouter(tags=["agreement"])
_MOST_DIFFERENT = 200
_PATIENCE = 1.0  # seconds an answer may take to compare; the page asks again for the rest
_ANNOTATING = ("people", "mentions")
_FACT_RATES = ("subjects", "match", "less_precise", "mismatch", "mean")
_MENTION_RATES = ("type_exact", "type_partial", "identifier_exact", "identifier_partial")


class WorkShown(BaseModel):
    """How much of one kind somebody has done: sheets begun, finished, asked for, and finished of those."""

    begun: int = 0
    done: int = 0
    asked: int = 0
    asked_done: int = 0


class AnnotatorShown(BaseModel):
    """An annotator and their work."""

    name: str
    work: dict[str, WorkShown]


class FiguresShown(BaseModel):
    """Agreement of one pair, or of all: rates by name, and by tag or type where the differences are."""

    documents: int
    rates: dict[str, RateShown]
    by_tag: dict[str, RateShown]
    unscored: int = 0


class PairShown(BaseModel):
    """Two annotators."""

    first: str
    second: str
    people: FiguresShown | None
    mentions: FiguresShown | None


class DifferingShown(BaseModel):
    """A document on which annotators differ; `agreed` is None before, false while, true when it has been decided."""

    number: int
    id: str
    people: int
    mentions: int
    agreed: dict[str, bool | None]


class AgreementShown(BaseModel):
    """All of the page; `waiting` pairs of sheets are not compared yet, and the page should ask again."""

    annotators: list[AnnotatorShown]
    pairs: list[PairShown]
    people: FiguresShown | None
    mentions: FiguresShown | None
    differing: list[DifferingShown]
    compared: int
    waiting: int
    too_big: int
    mine: dict[str, int | None]


class ToShareOut(BaseModel):
    """Who is to write which sheets: every text goes to one, a share of them to several."""

    model_config = ConfigDict(extra="forbid")

    kind: str = Field(pattern="^(people|mentions|rating)$")
    people: list[Annotated[str, Field(min_length=1, max_length=60)]] = Field(min_length=1, max_length=100)
    overlap: float = Field(ge=0, le=1)
    each: int = Field(default=2, ge=1, le=100)
    seed: int = Field(default=0, ge=0, le=2**53 - 1)
    sets: list[str] = Field(default_factory=list, max_length=100)


class SharedOut(BaseModel):
    """How many texts everybody got."""

    asked: dict[str, int]


@router.get("/agreement")
def agreement(project: InProject, name: Asking) -> AgreementShown:
    """Return who did what and how far they agree, on finished sheets."""
    found = project_agreement(project, seconds=_PATIENCE)
    heads = {kind: project.sheets.heads(kind) for kind in _ANNOTATING}
    return AgreementShown(
        annotators=_annotators(project, heads),
        pairs=[
            PairShown(first=first, second=second, **_shown(figures)) for (first, second), figures in found.pairs.items()
        ],
        differing=_differing(project, found.differences),
        compared=len(found.differences),
        waiting=found.waiting,
        too_big=found.too_big,
        mine={kind: _next(project, kind, name, heads[kind]) for kind in _ANNOTATING},
        **_shown(found.everybody),
    )


@router.post("/assignments")
def assign(project: InProject, name: Asking, wanted: ToShareOut) -> SharedOut:
    """Share out texts anew; sheets that were begun stay as they are."""
    people = list(dict.fromkeys(proper_name(one) for one in wanted.people if one.strip()))
    if not people:
        raise InputError("nobody is named", "name at least one person")
    items = _to_share_out(project, wanted)
    asked = share_out(items, people, overlap=wanted.overlap, each=wanted.each, seed=wanted.seed)
    project.assignments.replace(wanted.kind, asked, name)
    return SharedOut(asked={person: len(held) for person, held in asked.items()})


def _to_share_out(project: Project, wanted: ToShareOut) -> list[int]:
    if wanted.kind != "rating":
        return [row.number for row in project.texts.rows()]
    sets = project.texts.release_sets()
    for name in wanted.sets:
        if name not in sets:
            raise InputError(f"there are no releases '{name}'", f"name sets of this project: {', '.join(sets)}")
    return [line.number for line in rateable(project) if not wanted.sets or line.name in wanted.sets]


def _annotators(project: Project, heads: dict[str, list[Sheet]]) -> list[AnnotatorShown]:
    work: dict[str, dict[str, WorkShown]] = {}
    for kind in _ANNOTATING:
        for head in heads[kind]:
            mine = work.setdefault(head.author, {}).setdefault(kind, WorkShown())
            mine.begun += 1
            mine.done += head.done
        for author, (asked, done) in project.assignments.counts(kind).items():
            mine = work.setdefault(author, {}).setdefault(kind, WorkShown())
            mine.asked, mine.asked_done = asked, done
    return [AnnotatorShown(name=author, work=work[author]) for author in sorted(work)]


def _next(project: Project, kind: str, author: str, heads: list[Sheet]) -> int | None:
    """Return the first document somebody was asked for and has not finished."""
    done = {head.item for head in heads if head.author == author and head.done}
    return next((item for item in project.assignments.of(kind, author) if item not in done), None)


def _differing(project: Project, differences: dict[int, tuple[int, int]]) -> list[DifferingShown]:
    agreed = {kind: {head.item: head.done for head in project.sheets.heads(f"{kind}-agreed")} for kind in _ANNOTATING}
    most = sorted(differences, key=lambda item: (-sum(differences[item]), item))[:_MOST_DIFFERENT]
    ids = {row.number: row.id for row in project.texts.rows()} if most else {}
    return [
        DifferingShown(
            number=item,
            id=ids[item],
            people=differences[item][0],
            mentions=differences[item][1],
            agreed={kind: agreed[kind].get(item) for kind in _ANNOTATING},
        )
        for item in most
    ]


def _shown(figures: AgreementFigures) -> dict[str, FiguresShown | None]:
    people, mentions = figures.people, figures.mentions
    found: dict[str, FiguresShown | None] = {"people": None, "mentions": None}
    if people is not None:
        found["people"] = FiguresShown(
            documents=figures.people_documents,
            rates={name: shown_rate(getattr(people, name)) for name in _FACT_RATES},
            by_tag={tag: shown_rate(rate) for tag, rate in people.by_tag.items()},
            unscored=people.unscored,
        )
    if mentions is not None:
        found["mentions"] = FiguresShown(
            documents=figures.mentions_documents,
            rates={name: shown_rate(getattr(mentions, name)) for name in _MENTION_RATES},
            by_tag={name: shown_rate(rate) for name, rate in mentions.by_type.items()},
        )
    return found
