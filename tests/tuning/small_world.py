"""A small world for searches: an anonymizer that obeys known phrases, a proposer that reads feedback, a noisy judge.

All answers are functions of the world's seed and of what is asked, so a world in another process says the same.

The planted best instruction holds all phrases of `SPECIFIC` and `GENERAL` and none of `HARMFUL`. Numbers alone tell the
proposer that something is wrong, and it tries phrases at random, good advice of the general kind among them. Feedback
in words makes it deal with what is listed, and hardly ever think of anything general.
"""

import hashlib
import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import anyio
from pydantic import BaseModel

from gyges.models import DocumentText, Model, Prompt, ReplyCache
from gyges.records import Document, JsonValue, Mention, Release
from gyges.runs import Journal
from gyges.testing import ChatRequest, scripted_model
from gyges.tuning import (
    Evaluator,
    Goal,
    InstructionCheck,
    Meter,
    MeteredPool,
    ModelRoles,
    Search,
    SearchContext,
    TuningTask,
    load_task,
    metered,
    split_documents,
)
from gyges.tuning._proposer import Brief, Proposer
from gyges.tuning._search import ChosenInstruction, SelectedPool, menu_of, searched
from gyges.tuning._task import BUDGET, FINALISTS
from gyges.tuning.objectives import Judged
from gyges.tuning.objectives._questions import JudgeKept
from gyges.tuning.objectives.tab import SpansObjective

FENCED = re.compile(r"^<<<([0-9a-f]{16})\n(.*?)\n\1>>>$", re.DOTALL | re.MULTILINE)

SPECIFIC = {
    "PERSON": "Replace names of people by a mark.",
    "LOC": "Replace places by a mark.",
    "ORG": "Replace employers by a mark.",
    "DATETIME": "Replace dates by a mark.",
    "CODE": "Replace numbers of files by a mark.",
    "QUANTITY": "Replace sums of money by a mark.",
}
GENERAL = ("Work sentence by sentence.", "Leave everything else word for word.")
HARMFUL = ("Shorten the text.", "Use formal language.", "Tell it as a story.")
OF_NO_USE = (
    *(f"Replace {what} by a mark." for what in ("names of animals", "ranks", "titles of films", "colours", "brands")),
    *(f"Replace {what} by a mark." for what in ("postcodes", "web addresses", "licence plates", "teams", "schools")),
    *("Think before you answer.", "Be thorough."),
)
PHRASES = (*SPECIFIC.values(), *GENERAL, *HARMFUL, *OF_NO_USE)
SEED = "Rewrite the text so that it is anonymous."
PLANTED = " ".join((SEED, *SPECIFIC.values(), *GENERAL))

_VALUES = {
    "PERSON": ("Ana Reis", "Tom Berger", "Ida Holm", "Paul Okoro", "Mia Sand", "Leo Varga"),
    "LOC": ("Porto", "Graz", "Aarhus", "Enugu", "Bergen", "Szeged"),
    "ORG": ("Nordwerk", "Helio Bank", "Castor Mills", "Brightwell", "Ostfrei", "Lumen Labs"),
    "DATETIME": ("3 May 2019", "14 June 2020", "9 March 2018", "27 July 2021", "1 April 2017", "30 August 2022"),
    "CODE": ("KX-20311", "AB-77410", "ZT-90832", "QP-11875", "MN-56120", "RS-33098"),
    "QUANTITY": ("4,310 euros", "912 euros", "15,000 euros", "77 euros", "1,208 euros", "640 euros"),
}
_LINES = {
    "PERSON": "{} asked for help with a complaint about the flat.",
    "LOC": "The flat is in {} near the old station.",
    "ORG": "The rent is paid by {} every month without delay.",
    "DATETIME": "The heating broke down on {} in the early morning.",
    "CODE": "The file of the case has the mark {} on its cover.",
    "QUANTITY": "The repair was said to cost {} with all parts.",
}
_WHO = ("The landlord", "A neighbour", "The tenant", "The caretaker", "An official", "The plumber", "A lawyer")
_DID = ("answered late", "kept the letters", "looked at the pipes", "offered a heater", "promised a visit", "was rude")
_WHEN = ("in the night", "after some weeks", "before the holidays", "without a word", "more than once")
_HARMLESS = tuple(f"{who} {did} {when}." for who in _WHO for did in _DID for when in _WHEN)
_KNOWN = frozenset(_HARMLESS)
_EXTRA = 5  # harmless sentences of a document
_FINDERS = {kind: re.compile(re.escape(line).replace(r"\{\}", "(.+?)")) for kind, line in _LINES.items()}


def documents(count: int = 90) -> list[Document]:
    """Return documents in which every kind of identifier stands once, between sentences that must stay."""
    made = []
    for number in range(count):
        draw = random.Random(number)
        text, mentions = "", []
        extra = [*draw.sample(_HARMLESS, _EXTRA), ""]
        for kind, more in zip(_LINES, extra, strict=True):
            value = f"{draw.choice('ABCDEF')}X-{20000 + number}" if kind == "CODE" else draw.choice(_VALUES[kind])
            line = _LINES[kind].format(value)
            start = len(text) + line.index(value)
            mentions.append(Mention(start, start + len(value), value, kind, entity_id=kind))
            text += f"{line} {more} "
        made.append(Document(f"d{number:03d}", text.strip(), mentions=tuple(mentions)))
    return made


def harmless(text: str) -> list[str]:
    """Return the sentences of a text that must stay."""
    return [part for part in re.findall(r"[^.]+\.", text) if part.strip() in _KNOWN]


def share(*parts: object) -> float:
    """Return a number between 0 and 1 that only the parts decide."""
    return int(hashlib.sha256(repr(parts).encode()).hexdigest()[:12], 16) / 16**12


def obey(instruction: str, text: str) -> str:
    """Rewrite a text as the anonymizer of this world does."""
    careful, faithful = (phrase in instruction for phrase in GENERAL)
    for kind, phrase in SPECIFIC.items():
        found = _FINDERS[kind].search(text)
        value = found.group(1) if found else ""
        told = phrase in instruction or (kind == "PERSON" and share(text, "name") < 0.5)
        if value and told and (careful or share(text, kind) < 0.65):
            text = text.replace(value, f"[{kind}]")
    for place, line in enumerate(harmless(text)):
        if not faithful and share(line, "paraphrase") < 0.3:
            text = text.replace(line, " Something else happened as well.")
        elif HARMFUL[0] in instruction and place % 2:
            text = text.replace(line, "")
        elif (HARMFUL[1] in instruction and place == 0) or (HARMFUL[2] in instruction and place == 2):
            text = text.replace(line, " One may add that a further event ensued.")
    return text.replace("  ", " ").strip()


def true_scores(instruction: str, given: Sequence[Document]) -> tuple[float, float]:
    """Return privacy and utility of an instruction in this world, without noise."""
    outputs = [(document, obey(instruction, document.text)) for document in given]
    hidden = [m.text not in out for document, out in outputs for m in document.mentions or ()]
    kept = [len(harmless(out)) / _EXTRA for _, out in outputs]
    return sum(hidden) / len(hidden), sum(kept) / len(kept)


class Rewrite(BaseModel):
    """The answer of the anonymizer; the real method asks for the same."""

    explanation: str
    text: str


@dataclass
class World:
    """Answers all questions of a search."""

    seed: int = 0
    noise: int = 2
    asked: list[str] = field(default_factory=list)

    def __call__(self, request: ChatRequest) -> str:
        system, user = (next(m.content for m in request.messages if m.role == role) for role in ("system", "user"))
        texts = [found.group(2) for found in FENCED.finditer(user)]
        if "You write instructions" in system:
            self.asked.append("propose")
            return self._propose(user, texts)
        if "what a text is still good for" in system:
            self.asked.append("judge")
            return self._judge(texts[1])
        self.asked.append("rewrite")
        return json.dumps({"explanation": "", "text": obey(system, texts[0])})

    def _judge(self, text: str) -> str:
        kept = len(harmless(text)) / _EXTRA
        off = round((share(self.seed, text) * 2 - 1) * self.noise)
        return json.dumps({"missing": [], "rating": max(0, min(10, round(10 * kept) + off))})

    def _propose(self, user: str, texts: Sequence[str]) -> str:
        draw = random.Random(f"{self.seed} {user}")
        old = user.split("works by this instruction:")[1].split("What counts:")[0].strip()
        has = {phrase for phrase in PHRASES if phrase in old}
        feedback = [text for text in texts if text.startswith("Privacy is")]
        if not any("can be learned from the output" in text or "can still be learned" in text for text in feedback):
            return self._answer(old, self._at_random(draw, has))
        leaking = [kind for kind in SPECIFIC if any(f"- {kind}: " in text for text in feedback)]
        new = [SPECIFIC[kind] for kind in leaking if SPECIFIC[kind] not in has]
        chosen = has | set(draw.sample(new, min(2, len(new))))
        lost = any("What was lost" in text for text in feedback)
        if lost and (has & set(HARMFUL)):
            chosen -= {draw.choice(sorted(has & set(HARMFUL)))}
        elif lost and draw.random() < 0.3:
            chosen |= {GENERAL[1]}
        if chosen == has:
            chosen = chosen | {draw.choice(HARMFUL)} if draw.random() < 0.95 else self._at_random(draw, has)
        return self._answer(old, chosen)

    def _at_random(self, draw: random.Random, has: set[str]) -> set[str]:
        """Try one or two phrases, often such as are good advice anywhere; now and then drop one."""
        tried = [
            draw.choice((*GENERAL, *OF_NO_USE[-2:]) if draw.random() < 0.5 else PHRASES)
            for _ in range(draw.choice((1, 2)))
        ]
        return (has - {draw.choice(sorted(has))} if has and draw.random() < 0.2 else has) | set(tried)

    def _answer(self, old: str, chosen: set[str]) -> str:
        text = " ".join((SEED, *(phrase for phrase in PHRASES if phrase in chosen)))
        return json.dumps({"change": f"It now holds {len(chosen)} rules.", "instruction": text})


class WorldObjective:
    """Privacy by the marked words, utility by the noisy judge: an objective as a user writes one."""

    name = "world"
    measures = ("marked words gone", "rated by a judge")

    def __init__(self, judge: Model) -> None:
        self._judge, self._spans = judge, SpansObjective()
        self.settings: Mapping[str, JsonValue] = {"judge": judge.name}

    async def prepare(self, document: Document) -> JsonValue:
        del document
        return None

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        spans = await self._spans.judge(document, text, known)
        asked = JudgeKept(DocumentText(document.text), DocumentText(text), "everything that happened")
        rating = (await self._judge.ask(asked)).rating / 10
        return Judged(spans.privacy, rating, None, spans.leaks, spans.losses)


class WorldPool(MeteredPool):
    """A pool with one model: the world."""

    def __init__(self, world: World, cache: ReplyCache | None = None) -> None:
        super().__init__(Meter(), cache=cache or ReplyCache())
        self.world = world
        self._one = metered(scripted_model(world), self.meter)

    def model(self, spec: str) -> Model:
        del spec
        return self._one


@dataclass(frozen=True)
class Obey(Prompt[Rewrite], template="obey.jinja"):
    """A question for a rewrite without the checks of the real method, which take most of the time of a search."""

    instruction: str
    text: DocumentText


@dataclass(frozen=True)
class Obedient:
    """Follows an instruction."""

    model: Model
    instruction: str
    name = "obedient"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        return {"instruction": self.instruction}

    async def anonymize(self, document: Document) -> Release:
        answer = await self.model.ask(Obey(self.instruction, DocumentText(document.text)))
        return Release(document.id, answer.text, self.name)


@dataclass
class Hunt:
    """What came of one search in one world."""

    found: SelectedPool
    menu: list[ChosenInstruction]
    work: SearchContext
    asked: int

    @property
    def best(self) -> str:
        return self.menu[0].candidate.instruction


def hunt(
    folder: Path,
    seed: int,
    search: Search,
    *,
    goal: Goal | None = None,
    budget: int = BUDGET,
    noise: int = 2,
    besides: int = 0,
) -> Hunt:
    """Search in the world of a seed, for a third of the 60 documents each, without the pass over test documents."""
    world = World(seed, noise)
    splits = split_documents(documents(60), seed=seed)

    async def main() -> Hunt:
        async with WorldPool(world) as pool:
            with Journal(folder / f"journal-{seed}-{search.name.replace(' ', '-')}-{budget}") as journal:
                model = pool.model("")
                wanted = goal or Goal()
                evaluator = Evaluator(lambda words: Obedient(model, words), WorldObjective(model), journal, pool.meter)
                check = InstructionCheck.against((*splits.train, *splits.validation), SEED)
                proposer = Proposer(model, Brief(wanted), check, journal, pool.meter)
                work = SearchContext(evaluator, proposer, wanted, splits.train, splits.validation, seed)
                found = await searched(work, search, SEED, budget, FINALISTS, besides=besides)
                return Hunt(found, menu_of(found.candidates, work), work, len(world.asked))

    return anyio.run(main)


def world_task(**changes: object) -> TuningTask:
    return load_task("own").with_changes(**{"name": "world", "seed_instruction": SEED, **changes})


ROLES = ModelRoles("world")
