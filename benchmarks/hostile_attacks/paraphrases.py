"""Short invented texts with what they say of people, and rewrites of them by hand that say less in other words."""

import tomllib
from pathlib import Path
from typing import Any

from hostile_attacks.world import Rows

__all__ = ["originals", "rewritten"]

_FILE = Path(__file__).with_name("paraphrases.toml")


def _pairs() -> list[dict[str, Any]]:
    pairs: list[dict[str, Any]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))["pair"]
    return pairs


def originals() -> Rows:
    """Return the originals, annotated."""
    return [
        {
            "id": pair["id"],
            "text": pair["text"],
            "subjects": [
                {
                    "id": "0",
                    "description": pair["person"],
                    "facts": [
                        {"tag": tag, "value": value, "certainty": 5, "hardness": 1, "evidence": [words]}
                        for tag, value, words in pair["facts"]
                    ],
                }
            ],
        }
        for pair in _pairs()
    ]


def rewritten() -> Rows:
    """Return the rewrites."""
    return [{"id": pair["id"], "text": pair["rewritten"]} for pair in _pairs()]
