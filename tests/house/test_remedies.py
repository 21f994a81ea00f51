"""A remedy names no flag that is not there, for whoever can meet it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import typer

import gyges
from gyges.cli._app import app

PACKAGE = Path(gyges.__file__).parent
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
EVERYWHERE = {"--help"}
VERBS_OF = {
    "models/_ledger.py": ("anonymize", "attack", "audit", "benchmark", "link", "tune learn", "validate"),
    "runs/_outcome.py": ("anonymize", "attack", "audit", "benchmark", "link", "validate"),
    "tuning": ("tune learn",),
    "runs/linkage": ("link",),
    "attacks/linkage": ("link",),
    "runs/benchmark": ("benchmark",),
    "anonymizers/synthesis": ("synthesize",),
    "anonymizers/tagger": ("anonymize", "train tagger"),
    "models/_fetch.py": ("models get",),
    "runs/_review.py": ("anonymize",),
    "runs/_claim.py": (
        "anonymize",
        "attack",
        "audit",
        "benchmark",
        "demo",
        "link",
        "synthesize",
        "tune learn",
        "tune evaluate",
        "validate",
    ),
    "cli/_anonymizing.py": ("anonymize",),
    "cli/_attacking.py": ("attack", "validate"),
    "cli/_benchmarking.py": ("benchmark",),
    "cli/_linking.py": ("link",),
    "cli/_synthesizing.py": ("synthesize",),
    "cli/_task_table.py": ("benchmark", "tune evaluate"),
    "cli/_tuning.py": ("tune learn",),
    "cli/_validating.py": ("validate",),
}
"""Where the verb is known; a flag named in one of these places must be one of each of its verbs."""


def _options() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}

    def walk(command: object, name: str) -> None:
        for inner, sub in getattr(command, "commands", {}).items():
            walk(sub, f"{name} {inner}".strip())
        found[name] = EVERYWHERE | {flag for one in getattr(command, "params", ()) for flag in getattr(one, "opts", ())}

    walk(typer.main.get_command(app), "")
    return found


def _named() -> Iterator[tuple[str, str]]:
    """Yield every flag that an error names, with the file that raises it."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func).endswith(("Error", "used_up")):
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                        for flag in FLAG.findall(inner.value):
                            yield path.relative_to(PACKAGE).as_posix(), flag


def _name(function: ast.expr) -> str:
    return getattr(function, "id", getattr(function, "attr", ""))


def test_every_flag_that_an_error_names_is_there() -> None:
    options = _options()
    every = set().union(*options.values())
    named = set(_named())
    assert len(named) > 20
    missing = {(place, flag) for place, flag in named if flag not in every}
    for place, flag in named:
        for start, verbs in VERBS_OF.items():
            if place.startswith(start):
                missing |= {(place, f"{verb} {flag}") for verb in verbs if flag not in options[verb]}
    assert not missing


def test_run_folders_can_be_named_and_forced_wherever_an_error_says_so() -> None:
    options = _options()
    for verb in VERBS_OF["runs/_claim.py"]:
        assert {"--out", "--force"} <= options[verb], verb
