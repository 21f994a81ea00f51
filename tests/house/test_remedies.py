"""A remedy names no flag that is not there, for whoever can meet it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import gyges
from verbs import commands

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
        "anonymize", "attack", "audit", "benchmark", "demo", "link", "synthesize", "tune learn", "tune evaluate",
        "validate",
    ),
    "cli/anonymize.py": ("anonymize",),
    "cli/attack.py": ("attack", "validate"),
    "cli/benchmark.py": ("benchmark",),
    "cli/link.py": ("link",),
    "cli/synthesize.py": ("synthesize",),
    "cli/_task_table.py": ("benchmark", "tune evaluate"),
    "cli/tune.py": ("tune learn",),
    "cli/validate.py": ("validate",),
}  # fmt: skip
"""Where the verb is known; a flag named in one of these places must be one of each of its verbs."""


def _options() -> dict[str, set[str]]:
    return {name: EVERYWHERE | {flag for one in command.params for flag in one.opts} for name, command in commands()}


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
