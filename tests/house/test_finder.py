"""One room decides what names somebody: whoever else wants to know asks it."""

import ast
from pathlib import Path

import gyges

PACKAGE = Path(gyges.__file__).parent
DECIDING = {"find_mentions", "is_ordinary_there", "suspected_names"}
"""What the finder makes up its mind by."""


def test_nobody_outside_reading_asks_the_rules_what_a_word_names() -> None:
    askers = {
        f"{file.relative_to(PACKAGE)}: {alias.name}"
        for file in PACKAGE.rglob("*.py")
        if file.relative_to(PACKAGE).parts[0] != "reading"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gyges.reading")
        for alias in node.names
        if alias.name in DECIDING
    }
    assert askers == set()
