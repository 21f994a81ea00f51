"""Whose words the prompts are: ours, or the user's own in their place."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Template
from jinja2.sandbox import ImmutableSandboxedEnvironment

from gyges.models._shipped import SUFFIX, prompt_name
from gyges.models._template import environment
from gyges.records import JsonValue

__all__ = ["OURS", "Wording"]

_DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Wording:
    """The prompts of a run.

    Use `read_prompts` to get the user's own ones, checked.

    Attributes:
        own: Name and text of each prompt that is the user's own; all others are ours.

    Example:
        >>> Wording((("attacks/people", "{% block user %}{{ text }} Who?{% endblock %}"),)).digests()
        {'attacks/people': '55e14b0ab81b3ff0'}
    """

    own: tuple[tuple[str, str], ...] = ()

    def template(self, path: Path) -> Template:
        """Return the template to use in the place of one that ships."""
        return self.environment(path).get_template(path.name)

    def environment(self, path: Path) -> ImmutableSandboxedEnvironment:
        """Return where that template, and what it includes, is loaded."""
        return environment(path.parent, tuple(self._beside(path)))

    def is_own(self, path: Path) -> bool:
        """Whether the words of a prompt, or a part of them, may be the user's own."""
        return any(True for _ in self._beside(path))

    def digests(self, *rooms: str) -> dict[str, str]:
        """Return the names of the user's own prompts with a digest of each text.

        Args:
            *rooms: Only prompts of these parts of the package, such as ``attacks``; of all if none is named.
        """
        return {
            name: hashlib.sha256(text.encode("utf-8")).hexdigest()[:_DIGEST_LENGTH]
            for name, text in self.own
            if not rooms or name.partition("/")[0] in rooms
        }

    def setting(self, *rooms: str) -> dict[str, JsonValue]:
        """Return the setting of a run that holds the user's own prompts; none where all are ours.

        Example:
            >>> Wording().setting()
            {}
        """
        digests: dict[str, JsonValue] = {**self.digests(*rooms)}
        return {"prompts": digests} if digests else {}

    @property
    def fingerprint(self) -> bytes:
        """What changes when any of the user's own prompts does; nothing where there is none."""
        return json.dumps(self.digests(), sort_keys=True).encode("ascii") if self.own else b""

    def _beside(self, path: Path) -> Iterator[tuple[str, str]]:
        """Yield the user's own prompts of the folder of a prompt, by file name."""
        if self.own:
            room = (prompt_name(path) or "").rpartition("/")[0]
            for name, text in self.own:
                if name.rpartition("/")[0] == room:
                    yield f"{name.rpartition('/')[2]}{SUFFIX}", text


OURS = Wording()
"""The prompts that ship."""
