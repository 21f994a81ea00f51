"""Does computing time grow with the length of a text, a release or an answer, whatever is repeated in it?

Run: python benchmarks/pumped.py [--size N] [--doors read,mask,...] [--shapes WORD]   (exit 1 if a shape grows faster)

Every unit of pumped.toml fills texts of N, 2N and 4N characters, which go through each door: the reader, the masks, the
guards that look at a release, audit, review and link with their reports, what models answer to an attacker (as JSON,
as a profile in words) and to a judge. In a unit `{}` is another word in each turn: so many names, so many searches. A
shape grows too fast if four times the text takes more than seven times the computing time: a linear step takes four, a
quadratic one sixteen. What looks too fast is measured again, three times, so that other work convicts nobody.
"""

import argparse
import json
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, product
from pathlib import Path

import anyio

from gyges.anonymizers import Tools, open_anonymizer
from gyges.api import audit
from gyges.attacks import SubjectsAttack
from gyges.attacks._author_text import parse_blocks
from gyges.errors import GygesError
from gyges.models import ModelPool
from gyges.reading import read_text
from gyges.records import Document, JsonValue, Release
from gyges.reports import AuditView, TextPair, render_html, render_link, render_review
from gyges.runs.linkage import LinkOptions, link_corpus
from gyges.runs.review import propose, write_review
from gyges.scoring import Judge, guarded, why_no_release
from gyges.testing import scripted, scripted_model

SHAPES = Path(__file__).with_name("pumped.toml")
SIZE = 4_000
MOST_GROWTH = 7.0
NOISE = 0.02
"""Seconds that a measurement may be off."""
AGAIN = 3
TIMES = (1, 2, 4)
METHODS = ("mask", "mask:labels", "mask:stars", "mask:general", "mask:pseudonyms", "subjectwise")
LEVELS = ("light", "strong", "paranoid")
LINKERS = ("bm25", "bm25-vote", "bm25-claims")
LEAD = "Anna Smith is 43 and lives in Leeds with her husband. She works as a nurse at the hospital there.\n\n"
"""Words before what is repeated, where a text that nobody can read would be refused."""
Door = Callable[[str], object]


@dataclass(frozen=True)
class Pumped:
    """What one shape took at one door."""

    door: str
    shape: str
    seconds: tuple[float, float, float]

    @property
    def growth(self) -> float:
        """How many times the time of N characters the time of 4N is."""
        return self.seconds[2] / max(self.seconds[0], NOISE / 4)

    @property
    def too_fast(self) -> bool:
        """Whether the time grows faster than the text."""
        return self.seconds[2] > MOST_GROWTH * self.seconds[0] + NOISE


def shapes(wanted: str = "") -> dict[str, str]:
    """Return the units to repeat by name, ``language.cue``."""
    tables = tomllib.loads(SHAPES.read_text(encoding="utf-8"))
    named = {f"{table}.{name}": unit for table, units in tables.items() for name, unit in units.items()}
    return {name: unit for name, unit in named.items() if wanted in name}


def doors(wanted: str = "") -> dict[str, Door]:
    """Return what a text goes through, by name: the reader, methods, guards, verbs, what takes answers."""
    found: dict[str, Door] = {
        "read": read_text,
        **{method: partial(_released, method, {}) for method in METHODS},
        **{level: partial(_released, "subjectwise", {"level": level}) for level in LEVELS},
        "guard": _guarded,
        "audit": _audited,
        "review": _reviewed,
        **{linker: partial(_linked, linker) for linker in LINKERS},
        "people": _people,
        "profile": _profile,
        "judge": _judged,
    }
    return {name: found[name] for name in wanted.split(",")} if wanted else found


def _released(method: str, options: dict[str, JsonValue], text: str) -> Release:
    """Make a release and look for what identifies somebody in it, as a run does."""

    async def made() -> Release:
        async with ModelPool() as pool:
            anonymizer = open_anonymizer(method, Tools(pool), {"any_language": True, **options})
            return await anonymizer.anonymize(Document("pumped", text))

    return guarded(text, anyio.run(made))


def _audited(text: str) -> None:
    """Audit a release that says half of the text twice, and report it."""
    pair = TextPair(released=LEAD + text[: len(text) // 2] * 2, original=LEAD + text)
    release = Release("pumped", pair.released, "mine")
    found = audit([Document("pumped", LEAD + text)], [release], jobs=1)
    render_html([AuditView("release", found.results, {"pumped": pair})], show_original=True)


def _reviewed(text: str) -> None:
    """Propose the edits of a mask, and those between two texts."""
    document = Document("pumped", LEAD + text)
    masked = _released("mask", {}, document.text)
    for release in (masked, replace(masked, trace={})):
        proposals = propose([document], {"pumped": release})
        render_review([one.to_json() for one in proposals])
        with tempfile.TemporaryDirectory() as folder:
            write_review(proposals, Path(folder) / "review.yaml")


def _linked(linker: str, text: str) -> None:
    texts = {"one": LEAD + text, "two": text[len(text) // 2 :] + LEAD, "three": LEAD}

    async def link() -> None:
        async with ModelPool() as pool:
            with tempfile.TemporaryDirectory() as folder:
                found = await link_corpus(
                    [Document(id_, said) for id_, said in texts.items()],
                    [Release(id_, said, "mine") for id_, said in texts.items()],
                    Path(folder),
                    pool,
                    options=LinkOptions(linker),
                    jobs=1,
                )
        render_link("release", found)

    anyio.run(link)


def _guarded(text: str) -> None:
    why_no_release(text, Release("pumped", text[len(text) // 2 :] + text[: len(text) // 2], "mask"))


def _people(said: str) -> None:
    """Let a model say it, bare and as the value of a fact, instead of people."""
    rows = {"people": [{"called": "Ana", "description": said, "how_many": 1, "facts": []}]}
    for answer in (said, "[" + said, json.dumps(rows)):
        with suppress(GygesError):
            anyio.run(
                partial(SubjectsAttack(scripted_model(scripted([answer] * 8))).attack, "Ana Reis is 43.", id="pumped")
            )


def _profile(said: str) -> None:
    """Let a model say it instead of a profile, in a field of one, and after the number of a guess."""
    flat = " ".join(said.splitlines()) if said.strip() else said.replace("\n", " ")
    for answer in (said, f"Type: age\nGuess: {flat}x", f"Type: age\nGuess:\n1. {flat}x", f"{flat}x", f"1. {flat}x"):
        parse_blocks(answer, ("AGE", "LOCATION"))


def _judged(said: str) -> None:
    judge = Judge(scripted_model(scripted([said] * 4)))
    with suppress(GygesError):
        anyio.run(judge.decide, "OCCUPATION", "nurse", "carer")


def pump(door: str, through: Door, shape: str, unit: str, size: int = SIZE) -> Pumped:
    """Measure one shape at one door; what grows too fast is measured again."""
    through(repeated(unit, 500))  # tables are loaded, and patterns made
    seconds = [_spent(through, unit, times * size) for times in TIMES]
    found = Pumped(door, shape, (seconds[0], seconds[1], seconds[2]))
    for _ in range(AGAIN):
        if not found.too_fast:
            break
        seconds = [
            min(before, _spent(through, unit, times * size)) for before, times in zip(seconds, TIMES, strict=True)
        ]
        found = Pumped(door, shape, (seconds[0], seconds[1], seconds[2]))
    return found


def repeated(unit: str, length: int) -> str:
    """Return a text of one unit."""
    turns = length // len(unit) + 1
    if "{}" not in unit:
        return (unit * turns)[:length]
    return "".join(unit.replace("{}", word) for word in islice(_new_words(), turns))[:length]


def _new_words() -> Iterator[str]:
    """Yield many words, no two alike: Kbabababa, Kbabababe, ..."""
    for letters in product(*[("b", "d", "k", "l", "m", "n", "r", "s", "t", "v"), "aeiou"] * 4):
        yield f"K{''.join(letters)}"


def _spent(through: Door, unit: str, length: int) -> float:
    text = repeated(unit, length)
    started = time.process_time()
    through(text)
    return time.process_time() - started


def measure(size: int, at: dict[str, Door], units: dict[str, str]) -> Iterator[Pumped]:
    """Measure each shape at each door."""
    for door, through in at.items():
        for shape, unit in units.items():
            yield pump(door, through, shape, unit, size)


def main() -> int:
    """Measure and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--size", type=int, default=SIZE)
    options.add_argument("--doors", default="")
    options.add_argument("--shapes", default="")
    given = options.parse_args()
    at, units = doors(given.doors), shapes(given.shapes)
    grown, worst = 0, Pumped("", "", (1.0, 1.0, 0.0))
    for found in measure(given.size, at, units):
        worst = max(worst, found, key=lambda one: one.seconds[2])
        if found.too_fast:
            grown += 1
            times = ", ".join(f"{one:.3f}" for one in found.seconds)
            print(f"{found.door} {found.shape}: {times} s, x{found.growth:.1f}", flush=True)
    print(f"{len(units)} shapes at {len(at)} doors, up to {4 * given.size:,} characters: {grown} grow too fast")
    print(f"the slowest: {worst.door} {worst.shape}, {worst.seconds[2]:.2f} s of one core")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
