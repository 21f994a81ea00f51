"""The styles by name."""

from typing import Literal, get_args

from gyges._secret import Secret
from gyges.anonymizers.replacement._general import General
from gyges.anonymizers.replacement._labels import ByType, NumberedLabels, Stars
from gyges.anonymizers.replacement._replacement import Replacement
from gyges.anonymizers.replacement.pseudonyms import Pseudonyms
from gyges.errors import UnknownNameError

Style = Literal["type", "stars", "labels", "pseudonyms", "general"]
STYLES: tuple[Style, ...] = get_args(Style)
"""The names of the styles, in the order of a list for users."""


def open_style(name: str, secret: Secret | None = None) -> Replacement:
    """Return a style by its name."""
    if name == "pseudonyms":
        return Pseudonyms(secret or Secret())
    plain: dict[str, Replacement] = {style.name: style for style in (ByType(), Stars(), NumberedLabels(), General())}
    if name not in plain:
        raise UnknownNameError(f"there is no style '{name}'", f"use one of {', '.join(STYLES)}")
    return plain[name]
