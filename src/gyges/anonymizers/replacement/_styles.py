"""The styles by name."""

from typing import Literal, get_args

from gyges.anonymizers.replacement._by_type import ByType
from gyges.anonymizers.replacement._general import General
from gyges.anonymizers.replacement._labels import NumberedLabels
from gyges.anonymizers.replacement._replacement import Replacement
from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement._stars import Stars
from gyges.anonymizers.replacement.pseudonyms import Pseudonyms
from gyges.errors import UnknownNameError

__all__ = ["STYLES", "Style", "open_style"]

Style = Literal["type", "stars", "labels", "pseudonyms", "general"]
STYLES: tuple[Style, ...] = get_args(Style)
"""The names of the styles, in the order of a list for users."""


def open_style(name: str, secret: Secret | None = None) -> Replacement:
    """Return a style by its name.

    Args:
        name: One of `STYLES`.
        secret: What invented words are drawn from; a random one if not given.

    Raises:
        UnknownNameError: There is no such style.
    """
    if name == "pseudonyms":
        return Pseudonyms(secret or Secret())
    plain: dict[str, Replacement] = {style.name: style for style in (ByType(), Stars(), NumberedLabels(), General())}
    if name not in plain:
        raise UnknownNameError(f"there is no style '{name}'", f"use one of {', '.join(STYLES)}")
    return plain[name]
