"""Agreement: who annotated what, how far they agree, their sheets side by side; and who is asked for what."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from gyges.errors import InputError
from gyges.scoring import Rate
from gyges.studio._agreement import AgreementFigures, project_agreement, share_out
from gyges.studio._auth import proper_name
from gyges.studio._kinds._agreed import MentionCells, PersonCells, mention_rows, people_rows
from gyges.studio._kinds._rating import rateable
from gyges.studio._project import Project
from gyges.studio._routes._context import Asking, Given, InProject, Number, refuse_before_finished

router = APIRouter(tags=["agreement"])
_MOST_DIFFERENT = 200
_PATIENCE = 1.0  # seconds an answer may take to compare; the page asks again for the rest
_ANNOTATING = ("people", "mentions")
_FACT_RATES = ("subjects", "match", "less_precise", "mismatch", "mean")
_MENTION_RATES = ("type_exact", "type_partial", "identifier_exact", "identifier_partial")


class SideBySide(BaseModel):
    """A document and what its finished annotators wrote; sheets that are not finished do not count."""

    number: int
    id: str
    text: str
    people_authors: list[str]
    people: list[PersonCells]
    mentions_authors: list[str]
    mentions: list[MentionCells]
    unfinished: dict[str, list[str]]


@router.get("/side-by-side/{number}")
def side_by_side(project: InProject, who: Asking, number: Number) -> SideBySide:
    """Return what annotators wrote about a document; refused while the asker is one of them and not through."""
    document = project.texts.document(number)
    refuse_before_finished(project, who, ("people", "mentions"), [number])
    people_authors, people = people_rows(project, number)
    mentions_authors, mentions = mention_rows(project, number)
    return SideBySide(
        number=number,
        id=document.id,
        text=document.text,
        people_authors=people_authors,
        people=people,
        mentions_authors=mentions_authors,
        mentions=mentions,
        unfinished={
            kind: [sheet.author for sheet in project.sheets.of_item(kind, number) if not sheet.done]
            for kind in ("people", "mentions")
        },
    )


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
    rates: dict[str, Rate]
    by_tag: dict[str, Rate]
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


class ToShareOut(Given):
    """Who is to write which sheets: every text goes to one, a share of them to several."""

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
    return AgreementShown(
        annotators=_annotators(project),
        pairs=[
            PairShown(first=first, second=second, **_shown(figures)) for (first, second), figures in found.pairs.items()
        ],
        differing=_differing(project, found.differences),
        compared=len(found.differences),
        waiting=found.waiting,
        too_big=found.too_big,
        mine={kind: project.assignments.next_of(kind, name) for kind in _ANNOTATING},
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


def _annotators(project: Project) -> list[AnnotatorShown]:
    work: dict[str, dict[str, WorkShown]] = {}
    for kind in _ANNOTATING:
        for author, (begun, done) in project.sheets.counts(kind).items():
            work.setdefault(author, {})[kind] = WorkShown(begun=begun, done=done)
        for author, (asked, done) in project.assignments.counts(kind).items():
            mine = work.setdefault(author, {}).setdefault(kind, WorkShown())
            mine.asked, mine.asked_done = asked, done
    return [AnnotatorShown(name=author, work=work[author]) for author in sorted(work)]


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
            rates={name: getattr(people, name) for name in _FACT_RATES},
            by_tag=dict(people.by_tag),
            unscored=people.unscored,
        )
    if mentions is not None:
        found["mentions"] = FiguresShown(
            documents=figures.mentions_documents,
            rates={name: getattr(mentions, name) for name in _MENTION_RATES},
            by_tag=dict(mentions.by_type),
        )
    return found
