"""Instructions by name, file or folder, with what is known about where they come from."""

import json
from dataclasses import dataclass
from pathlib import Path

from gyges.anonymizers import read_instruction, shipped_instructions
from gyges.errors import InputError
from gyges.tuning._task import TaskFile

__all__ = ["LearnedInstruction", "find_instruction"]

_FILE = "tuning.json"


@dataclass(frozen=True, slots=True)
class LearnedInstruction:
    """An instruction that can be measured.

    Attributes:
        text: The words.
        model: The model it was learned with; None where it was not, or nobody knows.
        seed: The seed of the search.
        task: The task it was learned for.
        seen: Digests of the texts it was learned from and chosen by; such documents say nothing about it.
        known: Whether it is known what it was learned from: it was not learned, or it lies in the folder of its search.
    """

    text: str
    model: str | None = None
    seed: int | None = None
    task: str | None = None
    seen: frozenset[str] = frozenset()
    known: bool = True


def find_instruction(name: str, file: TaskFile) -> LearnedInstruction:
    """Return an instruction.

    Args:
        name: ``seed`` or ``task`` for those of the task; one that ships; a file; or the folder of ``gyges tune``, which
            stands for the best of its menu.
        file: The task.

    Raises:
        InputError: There is none, or the folder holds no menu.
        UnknownNameError: It is neither a file nor the name of one that ships.
    """
    if name == "seed":
        return LearnedInstruction(file.seed_instruction.strip())
    if name == "task":
        if not file.task_instruction:
            raise InputError(f"no instruction ships for the task '{file.name}'", "set 'task_instruction' in the task")
        return LearnedInstruction(read_instruction(file.task_instruction).text)
    path = Path(name).expanduser()
    if path.is_dir():
        path = path / "menu" / "best.md"
        if not path.is_file():
            raise InputError(f"{name} holds no menu of instructions", "name a folder of gyges tune, or a file")
    text = read_instruction(str(path) if path.is_file() else name).text
    if name in shipped_instructions() and not path.is_file():
        return LearnedInstruction(text)
    return _with_origin(text, path)


def _with_origin(text: str, path: Path) -> LearnedInstruction:
    """Look into the folder of the search the file lies in, as menu/NAME.md or candidates/HASH.md."""
    beside = path.resolve().parent.parent / _FILE
    if not beside.is_file():
        return LearnedInstruction(text, known=False)
    try:
        made = json.loads(beside.read_text(encoding="utf-8"))
        task, roles, documents = made["task"], made["roles"], made["documents"]
        seen = documents.get("seen")
        return LearnedInstruction(
            text, roles["anonymizer"], task["seed"], task["name"], frozenset(seen or ()), known=seen is not None
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{beside} is no result of gyges tune ({error})", "move the instruction elsewhere") from error
