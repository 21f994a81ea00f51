"""What each kind of stage answers, as one digest: the prompts that ship with it, and its answers on bundled documents.

``python tests/runs/stage_meanings.py`` writes the digests down beside the revisions they belong to. It refuses while a
stage answers differently under its old revision.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypedDict

import anyio
from jinja2 import Environment

from gyges.anonymizers import Tools, open_anonymizer
from gyges.attacks import AttackOptions, open_attacker
from gyges.attacks.linkage import RulesClaimer
from gyges.corpus import bundled_corpus
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document
from gyges.runs import _plan, finding_to_json
from gyges.scoring.semantic import rate_by_rules

RECORD = Path(__file__).with_name("stage_meanings.json")
DOCUMENTS = bundled_corpus()[::4]
OTHER_LANGUAGES = Path(__file__).with_name("languages.txt")
"""Texts in the languages that are read beside English, which not all methods take."""
KEY = b"pseudonyms that are the same every time"
METHODS = ("mask", "mask:pseudonyms", "mask:general", "subjectwise")
IN_OTHER_LANGUAGES = ("mask",)


class Meaning(TypedDict):
    """A revision and what the stage answers under it."""

    revision: int
    digest: str


def recorded() -> dict[str, Meaning]:
    found: dict[str, Meaning] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def today() -> dict[str, Meaning]:
    return {
        "ANONYMIZE_REVISION": Meaning(revision=_plan.ANONYMIZE_REVISION, digest=anyio.run(_released)),
        "ATTACK_REVISION": Meaning(revision=_plan.ATTACK_REVISION, digest=anyio.run(_found)),
        "LINK_REVISION": Meaning(revision=_plan.LINK_REVISION, digest=anyio.run(_claimed)),
    }


def changed_unseen(before: dict[str, Meaning], now: dict[str, Meaning]) -> list[str]:
    """Return the stages that answer differently though their revision is the same."""
    return [
        name
        for name, meaning in now.items()
        if name in before and meaning["revision"] == before[name]["revision"] and meaning != before[name]
    ]


async def _found() -> str:
    async with ModelPool(cache=ReplyCache()) as pool:
        attacker = open_attacker("rules", pool, AttackOptions())
        documents = (*DOCUMENTS, *_other_languages())
        findings = [finding_to_json(await attacker.attack(document.text, id=document.id)) for document in documents]
    return _digest(findings, _prompts("attacks", "models"))


async def _released() -> str:
    released = []
    async with ModelPool(cache=ReplyCache()) as pool:
        for method in METHODS:
            anonymizer = open_anonymizer(method, Tools(pool, key=KEY), {})
            documents = (*DOCUMENTS, *(_other_languages() if method in IN_OTHER_LANGUAGES else ()))
            released += [(await anonymizer.anonymize(document)).text for document in documents]
    return _digest(released, _prompts("anonymizers"))


def _other_languages() -> Iterator[Document]:
    for block in OTHER_LANGUAGES.read_text(encoding="utf-8").split("===\n"):
        id_, _, text = block.partition("\n")
        yield Document(id_, text)


async def _claimed() -> str:
    claims = [[claim.text for claim in await RulesClaimer().claims(document)] for document in DOCUMENTS]
    ratings = [
        [rated.rating for rated in rate_by_rules(some, document.text)]
        for some, document in zip(claims, (*DOCUMENTS[1:], DOCUMENTS[0]), strict=True)
    ]
    return _digest([claims, ratings], _prompts("attacks", "scoring"))


def _digest(answers: object, prompts: Iterable[str]) -> str:
    return sha256(json.dumps([answers, sorted(prompts)], sort_keys=True).encode()).hexdigest()[:16]


def _prompts(*rooms: str) -> Iterator[str]:
    """Yield each prompt with its place, without the comments that no model sees."""
    lexer = Environment(autoescape=False)  # noqa: S701 - nothing is rendered
    for room in rooms:
        for place, text in _templates(files("gyges") / room, room):
            yield place + "\n" + "".join(words for _, kind, words in lexer.lex(text) if not kind.startswith("comment"))


def _templates(folder: Traversable, place: str) -> Iterator[tuple[str, str]]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _templates(item, f"{place}/{item.name}")
        elif item.name.endswith((".jinja", ".md")) and folder.name in ("prompts", "instructions"):
            yield f"{place}/{item.name}", item.read_text(encoding="utf-8")


def main() -> None:
    now = today()
    unseen = changed_unseen(recorded(), now) if RECORD.exists() else []
    if unseen:
        sys.exit(f"these answer differently: count up {', '.join(unseen)} in src/gyges/runs/_plan.py first")
    RECORD.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
