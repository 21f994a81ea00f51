"""Sentences with what a careful editor would accept for each; names vary by the key, so shapes are looked at."""

import re
from pathlib import Path

import pytest

from anonymizers.replacement.scenes import marked
from gyges.anonymizers.replacement import Pseudonyms, Secret
from gyges.records import apply_edits

_LINES = (Path(__file__).parent / "pseudonym_sentences.txt").read_text(encoding="utf-8").splitlines()
CASES = [tuple(line.split(" => ")) for line in _LINES if line and not line.startswith("#")]
SECRETS = tuple(Secret(bytes([number])) for number in range(5))
SHAPES = {
    "name": r"[^\W\d_a-z][\w'-]+",
    "sure": r"(?:[^\W\d_a-z][\w'-]+|[B-Z]\.?)",  # a name where a pool fits, or a letter
    "NAME": r"[^\W\d_a-z'-]+(?:-[^\W\d_a-z]+)*",
    "part": r"[^\W\d_a-z][\w']+",
    "letter": r"[A-Z]",
    "digit": r"\d",
    "number": r"\d+",
    "ddd": r"\d{3}",
    "dd": r"\d{2}",
    "dddd": r"\d{4}",
    "LL": r"[A-Z]{2}",
    "ip": r"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+",
    "code": r"[A-Z]\d{7}",
}


def _pattern(expected: str) -> str:
    """Return the expression that a line of the file means."""
    parts = re.split(r"(<\w+(?::\w+)?>)", expected)
    made = []
    for part in parts:
        found = re.fullmatch(r"<(\w+)(?::(\w+))?>", part)
        if found is None:
            made.append(re.escape(part))
        else:
            made.append(f"(?P<{found[1]}>{SHAPES[found[2]]})" if found[2] else f"(?P={found[1]})")
    return "".join(made)


@pytest.mark.parametrize(("source", "expected"), CASES, ids=[case[0][:50] for case in CASES])
def test_a_careful_editor_would_accept_it(source: str, expected: str) -> None:
    scene = marked(source)
    for secret in SECRETS:
        made = apply_edits(scene.text, Pseudonyms(secret).edits(scene))
        assert re.fullmatch(_pattern(expected), made), made
        for mention in scene.mentions:
            words = scene.words(mention)
            if mention.type == "PERSON" and "<" in expected and words not in expected:
                assert words not in made
