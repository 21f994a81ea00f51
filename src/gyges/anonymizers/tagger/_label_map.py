"""The map from the labels of a published model to TAB's entity types."""

import difflib
from collections.abc import Iterable, Mapping
from pathlib import Path

import yaml

from gyges._yaml import parse_yaml
from gyges.errors import ConfigError
from gyges.records import taxonomy

LabelMap = Mapping[str, str | None]
"""What an entity becomes: one of TAB's types, an empty text for one without a type, None for what is not masked."""


def read_label_map(given: str | Mapping[str, str | None] | None, entities: Iterable[str], model: str) -> LabelMap:
    """Return what each entity of a model becomes."""
    known = sorted(set(entities))
    if given is None:
        return dict.fromkeys(known, "")
    found = _read(Path(given)) if isinstance(given, str) else given
    types = taxonomy("tab").names
    for name, type_ in found.items():
        if type_ is not None and (not isinstance(type_, str) or (type_ and type_ not in types)):
            raise ConfigError(
                f"the map of labels calls {name} '{type_}'", f"use {', '.join(types)}, '' for no type, null to leave it"
            )
    wrong = sorted(set(found) - set(known)) if known else []
    if wrong:
        near = difflib.get_close_matches(wrong[0], known, n=1)
        remedy = f"did you mean {near[0]}?" if near else f"it has {', '.join(known)}"
        raise ConfigError(f"{model} has no label '{wrong[0]}'", remedy)
    missing = [name for name in known if name not in found]
    if missing:
        raise ConfigError(
            f"the map of labels says nothing about {', '.join(missing)}", "give each a type, or null to leave it"
        )
    return dict(found)


def _read(path: Path) -> Mapping[str, str | None]:
    try:
        data = parse_yaml(path.expanduser().read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        words = " ".join(str(error).split())
        raise ConfigError(f"the map of labels {path} cannot be read ({words})", "give a YAML or JSON file") from error
    if not isinstance(data, dict) or not data:
        raise ConfigError(f"{path} is no map of labels", "write LABEL: TYPE on each line")
    return {str(name): type_ for name, type_ in data.items()}
