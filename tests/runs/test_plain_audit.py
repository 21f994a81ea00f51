"""An audit sees through disguises, or says that it could not read."""

import base64
from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

import gyges
from gyges.attacks import AttackOptions
from gyges.records import Document, Fact, Finding, IdentifierType, Mention, Release, Subject
from gyges.runs import attack_texts
from gyges.runs.linkage import pair_records

TEXT = (
    "Ana Reis, 43, is a nurse and lives in Porto with her husband Tom Berger, a teacher from Leeds. "
    "She was born on 3 May 1981 and works at the Santa Clara hospital."
)
DOCUMENT = Document(
    "a",
    TEXT,
    (
        Subject("ana", "Ana Reis", (Fact("NAME", "Ana Reis"), Fact("AGE", "43"), Fact("LOCATION", "Porto / Portugal"))),
        Subject("tom", "Tom Berger", (Fact("NAME", "Tom Berger"), Fact("OCCUPATION", "Teacher"))),
    ),
    (Mention(0, 8, "Ana Reis", "PERSON", IdentifierType.DIRECT, "ana"),),
)
DISGUISES: dict[str, Callable[[str], str]] = {
    "zero width": lambda text: "\u200b".join(text),
    "tag characters": lambda text: "".join(chr(0xE0000 + ord(sign)) for sign in text),
    "entities": lambda text: "".join(f"&#{ord(sign)};" for sign in text),
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "look-alikes": lambda text: text.translate(str.maketrans("aeopcxi", "аеорсхі")),
    "full width": lambda text: "".join(chr(0xFEE0 + ord(sign)) if sign.isalnum() else sign for sign in text),
    "spaced": " ".join,
}


def _protected(documents: list[Document], text: str) -> tuple[float | None, dict[str, int]]:
    results = gyges.audit(documents, [Release("a", text, "mine")], jobs=1).results
    return results.metrics["cpr"].value, results.coverage.unread


@pytest.mark.parametrize("name", DISGUISES)
def test_a_disguise_protects_nobody(name: str) -> None:
    assert _protected([DOCUMENT], DISGUISES[name](TEXT)) == _protected([DOCUMENT], TEXT)


def test_a_disguised_original_is_what_it_says() -> None:
    hidden = Document("a", "A\u200bna" + TEXT[3:], DOCUMENT.subjects, (Mention(0, 9, "A\u200bna Reis", "PERSON"),))
    masked = "[PERSON]" + TEXT[8:]
    assert _protected([hidden], masked) == _protected([DOCUMENT], masked)
    spans = gyges.audit([hidden], [Release("a", masked, "mine")], jobs=1).results.spans
    assert spans is not None
    assert spans["recall"].value == 1.0


@pytest.mark.parametrize("text", [TEXT.replace("a", "*").replace("e", "*"), TEXT.translate({97: 0xE061, 101: 0xE065})])
def test_what_cannot_be_made_plain_counts_as_leaked(text: str) -> None:
    assert _protected([DOCUMENT], text) == (0.0, {"hidden or garbled text": 1})


class _Sees:
    """An attacker that asks no rules."""

    name = "mine"

    def __init__(self) -> None:
        self.seen: list[str] = []

    async def attack(self, text: str, *, id: str) -> Finding:
        self.seen.append(text)
        return Finding(id, self.name, ())


def test_every_attacker_sees_plain_text_and_none_is_asked_about_a_code(tmp_path: Path) -> None:
    attacker = _Sees()
    texts = {"a": DISGUISES["tag characters"](TEXT), "b": base64.b64encode(bytes(range(256))).decode()}

    async def main() -> object:
        return await attack_texts([attacker], texts, tmp_path, settings={"attack": str(AttackOptions())})

    attacked = anyio.run(main)
    assert attacker.seen == [TEXT]
    assert list(attacked.failures["mine"]) == ["b"]  # type: ignore[attr-defined]


def test_a_disguised_record_is_searched_as_it_is_seen() -> None:
    pairing = pair_records([DOCUMENT], [Release("a", DISGUISES["entities"](TEXT), "mine")])
    assert dict(pairing.records) == {"a": TEXT}
