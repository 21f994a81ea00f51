"""Instructions as methods: every candidate is a file and is used as ``prompt:FILE``, as it will be later."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from gyges.anonymizers import Anonymizer, Tools, open_anonymizer
from gyges.corpus import atomic_file
from gyges.records import JsonValue

__all__ = ["InstructionFiles"]


@dataclass
class InstructionFiles:
    """Makes anonymizers of instructions.

    Attributes:
        folder: Where the files of candidates are kept.
        tools: The model that rewrites.
        options: Options of the method ``prompt``.
    """

    folder: Path
    tools: Tools
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    _made: dict[str, Anonymizer] = field(default_factory=dict)

    def __call__(self, instruction: str) -> Anonymizer:
        """Return the anonymizer that follows an instruction."""
        if instruction not in self._made:
            path = self.path(instruction)
            if not path.exists():
                with atomic_file(path, force=True, private=True) as stream:
                    stream.write(f"{instruction}\n".encode())
            self._made[instruction] = open_anonymizer(f"prompt:{path}", self.tools, self.options)
        return self._made[instruction]

    def path(self, instruction: str) -> Path:
        """Return the file of an instruction."""
        return self.folder / f"{sha256(instruction.encode()).hexdigest()[:12]}.md"
