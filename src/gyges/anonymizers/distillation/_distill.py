"""From a run to a student: lessons, training, figures beside the teacher, files to use it by."""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from gyges._home import close_file, close_tree, private_folder, write_private
from gyges.anonymizers.distillation._lessons import Lessons, make_lessons
from gyges.anonymizers.distillation._measuring import Figures, measure, teacher_figures
from gyges.anonymizers.distillation._rounds import Role, Taught, rounds_of
from gyges.anonymizers.distillation._student import Student, open_student
from gyges.anonymizers.synthesis import EpochDone, SynthesisRecipe
from gyges.anonymizers.tagger._libraries import quiet, saving
from gyges.errors import ConfigError, InputError
from gyges.records import Document, JsonValue, Release

_GGUF_MAGIC = b"GGUF"
"""What a GGUF file begins with, by its specification."""

DISTILLED_FILES = ("distilled.json", "lessons.jsonl", "training.pt", "adapter", "model", "student.gguf")
"""What a distillation keeps in its folder."""

_FEWEST = 2  # one document to learn from, one to measure on


@dataclass(frozen=True)
class Distilled:
    """A student and how it does."""

    role: Role  # what it learned to do
    teacher: str  # who it learned from
    lessons: int  # how many lessons it learned
    dropped: Mapping[str, int]  # lessons that were none, by reason
    epochs: tuple[EpochDone, ...]  # what was learned
    figures: tuple[Figures, ...]  # teacher, base and student on held-out documents
    gguf: Path | None = None  # the GGUF file, if it was converted

    def card(self, recipe: SynthesisRecipe) -> dict[str, JsonValue]:
        """Return what is known about the student, without any text of a document."""
        return {
            "version": 1,
            "role": self.role,
            "teacher": self.teacher,
            "base": recipe.base,
            "lora": {"rank": recipe.rank, "epochs": recipe.epochs, "learning_rate": recipe.learning_rate},
            "lessons": self.lessons,
            "dropped": dict(self.dropped),
            "epochs": [asdict(epoch) for epoch in self.epochs],
            "held_out": [one.to_json() for one in self.figures],
            "files": {
                "adapter": "LoRA weights for the base, in the layout of peft",
                "model": "the base with the weights merged in, in the layout of transformers",
                "gguf": "student.gguf" if self.gguf else None,
            },
            "to_gguf": "python llama.cpp/convert_hf_to_gguf.py model --outfile student.gguf --outtype q8_0",
        }


async def distill(
    taught: Taught,
    documents: Sequence[Document],
    releases: Mapping[str, Release],
    role: Role,
    recipe: SynthesisRecipe,
    folder: Path,
    *,
    held_out: float = 0.2,
    converter: Path | None = None,
    on_epoch: Callable[[EpochDone], None] = lambda epoch: None,
    say: Callable[[str], None] = lambda sentence: None,
) -> Distilled:
    """Teach a small model what a strong one did, and measure both on documents it did not learn from."""
    known = [one for one in documents if (one.id in releases and _usable(one, releases[one.id], role))]
    learning, measuring = _split(known, held_out, recipe.seed or 0)
    lessons = await make_lessons(taught, learning, releases, role)
    lessons.dropped["no release, or none with rounds"] += len(documents) - len(known)
    if not lessons.kept:
        raise InputError("the run holds no lesson", "give more documents, or a run with rounds")
    _write_lessons(lessons, folder)
    say(f"{len(lessons.kept)} lessons of {len(learning)} documents; {len(measuring)} documents are held out")
    student = open_student(recipe)
    cases = [(one, rounds_of(one, releases[one.id])) for one in measuring]
    before = await measure(f"{recipe.base}, untrained", student.model("base"), taught, cases, role)
    epochs, long = student.learn(lessons.kept, folder, on_epoch)
    say("the student answers the held-out documents")
    after = await measure("student", student.model("student"), taught, cases, role)
    _save(student, folder)
    gguf = _converted(folder, converter) if converter is not None else None
    dropped = {
        **{why: count for why, count in lessons.dropped.items() if count},
        **({"too long": long} if long else {}),
    }
    figures = (teacher_figures(taught, cases, role), before, after)
    teacher = taught.teacher(role)
    done = Distilled(role, teacher, len(lessons.kept) - long, dropped, tuple(epochs), figures, gguf)
    _write(folder / "distilled.json", [json.dumps(done.card(recipe), ensure_ascii=False, indent=2)])
    return done


def _usable(document: Document, release: Release, role: Role) -> bool:
    """Whether a document says anything: its original was attacked, and for a rewriter also rewritten."""
    rounds = rounds_of(document, release) if "failed" not in release.trace else ()
    return bool(rounds) and (len(rounds) > 1 if role == "anonymizer" else rounds[0].concluded is not None)


def _split(documents: Sequence[Document], share: float, seed: int) -> tuple[list[Document], list[Document]]:
    if len(documents) < _FEWEST:
        raise InputError(
            f"{len(documents)} documents of the run can be learned from", "give the originals of a larger run"
        )
    drawn = sorted(documents, key=lambda one: one.id)
    random.Random(seed).shuffle(drawn)  # noqa: S311  # who is held out is no secret
    count = min(len(drawn) - 1, max(1, round(share * len(drawn))))
    return drawn[count:], drawn[:count]


def _write_lessons(lessons: Lessons, folder: Path) -> None:
    private_folder(folder)
    _write(folder / "lessons.jsonl", (json.dumps(one.to_json(), ensure_ascii=False) for one in lessons.kept))


def _save(student: Student, folder: Path) -> None:
    """Save the adapter, and the base with it merged in, which any server of models loads."""
    with saving(folder), quiet():
        student.network.save_pretrained(str(folder / "adapter"))
        merged = student.network.merge_and_unload()
        merged.save_pretrained(str(folder / "model"))
        student.tokenizer.save_pretrained(str(folder / "model"))
    for name in ("adapter", "model"):  # weights remember texts
        close_tree(folder / name)


def _converted(folder: Path, converter: Path) -> Path:
    out = folder / "student.gguf"
    command = [sys.executable, str(converter), str(folder / "model"), "--outfile", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # the user's own script
    if done.returncode or not out.is_file():
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise ConfigError(
            f"{converter} made no GGUF file ({last})", f"the merged model is in {folder / 'model'}; convert it by hand"
        )
    with out.open("rb") as stream:
        if stream.read(len(_GGUF_MAGIC)) != _GGUF_MAGIC:
            raise ConfigError(f"what {converter} made is no GGUF file", "name llama.cpp's convert_hf_to_gguf.py")
    close_file(out)
    return out


def _write(path: Path, lines: Iterable[str]) -> None:
    with saving(path):
        write_private(path, "".join(f"{line}\n" for line in lines).encode("utf-8"))
