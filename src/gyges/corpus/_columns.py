"""Which kind of fact a column holds, by what it is called, and what a row of such columns says."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from gyges.errors import UnknownNameError
from gyges.records import taxonomy

__all__ = ["facts_of_columns", "kind_of_column"]

_JOINTS = {"NAME": " ", "LOCATION": " / "}
_SPACES = re.compile(r"[\s_\-]+")


def kind_of_column(column: str) -> str | None:
    """Return the kind of fact that a column holds, by a usual word, a tag or an alias; None if it holds none.

    Example:
        >>> kind_of_column("Marital status"), kind_of_column("phone"), kind_of_column("shoe size")
        ('RELATIONSHIP', 'PHONE_NUMBER', None)
    """
    name = _shape(column)
    known = _usual_words().get(name)
    if known is not None:
        return known
    try:
        return taxonomy("spia")[name].name
    except UnknownNameError:
        return None


def facts_of_columns(data: Mapping[str, object]) -> dict[str, str]:
    """Return what a row says, by kind of fact; columns of one kind, such as city and country, are joined.

    Example:
        >>> facts_of_columns({"state": "Texas", "city": "Austin", "age": 34, "hat": 7, "job": ""})
        {'LOCATION': 'Austin / Texas', 'AGE': '34'}
    """
    values: dict[str, list[str]] = {}
    order = list(_usual_words())  # the table lists names from first to last, places from narrow to wide
    places = {name: order.index(_shape(name)) if _shape(name) in order else -1 for name in data}
    for name in sorted(data, key=lambda name: places[name]):
        tag, value = kind_of_column(name), data[name]
        if tag is not None and value is not None and str(value).strip():
            values.setdefault(tag, []).append(str(value).strip())
    kinds = dict.fromkeys(tag for name in data if (tag := kind_of_column(name)) in values)
    return {tag: _JOINTS.get(tag, ", ").join(values[tag]) for tag in kinds if tag is not None}


def _shape(column: str) -> str:
    return _SPACES.sub("_", column.strip().lower()).strip("_")


@cache
def _usual_words() -> dict[str, str]:
    text = (files(__package__) / "register_columns.toml").read_text(encoding="utf-8")
    return {name: tag for tag, names in tomllib.loads(text)["columns"].items() for name in names}
