import sys
from dataclasses import replace

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonymizers.replacement.scenes import scenes, sentences
from gyges.anonymizers._mask import Mask, MaskOptions
from gyges.anonymizers.replacement import STYLES, Secret, SpansToReplace, open_style, restore, sealed
from gyges.errors import ConfigError, InputError, MissingExtraError
from gyges.records import Document, Release, apply_edits, edits_from_json, edits_to_json

KEY = b"a key"
SECRET = Secret(KEY)
TEXT = "Ana Reis lives in Porto. Ana Reis, passport no. X1234567, is a nurse."


def _sealed(scene: SpansToReplace, style: str) -> Release:
    edits = open_style(style, SECRET).edits(scene)
    text = apply_edits(scene.text, edits)
    box = sealed(scene.text, text, edits, SECRET)
    return Release("a", text, "mask", {"edits": edits_to_json(edits), "sealed": box})


def _masked(style: str = "type") -> Release:
    options = MaskOptions(style=style, reversible=True, any_language=True)  # type: ignore[arg-type]
    return anyio.run(Mask(options, KEY).anonymize, Document("a", TEXT))


@given(scene=scenes() | sentences(), style=st.sampled_from(STYLES))
def test_any_text_comes_back_exactly(scene: SpansToReplace, style: str) -> None:
    assert restore(_sealed(scene, style), KEY) == scene.text


@pytest.mark.parametrize("style", STYLES)
def test_a_masked_document_comes_back_exactly(style: str) -> None:
    release = _masked(style)
    assert release.text != TEXT
    assert restore(release, KEY) == TEXT


def test_the_trace_does_not_tell_the_words_it_seals() -> None:
    told = str(dict(_masked().trace))
    assert "Reis" not in told
    assert "X1234567" not in told


def test_two_seals_of_the_same_words_look_different() -> None:
    assert _masked().trace["sealed"] != _masked().trace["sealed"]


def test_a_key_that_only_looks_the_same_opens_nothing() -> None:
    release = _masked()
    box = {**release.trace["sealed"], "key": Secret(b"another key").check}  # type: ignore[dict-item]
    with pytest.raises(InputError, match="was changed"):
        restore(replace(release, trace={**release.trace, "sealed": box}), b"another key")


def test_a_changed_text_is_not_restored() -> None:
    release = _masked()
    with pytest.raises(InputError, match="was changed after it was sealed"):
        restore(replace(release, text=release.text + " "), KEY)


def test_changed_edits_are_not_restored() -> None:
    release = _masked()
    edits = edits_to_json(edits_from_json(release.trace["edits"])[:-1])
    with pytest.raises(InputError, match="was changed"):
        restore(replace(release, trace={**release.trace, "edits": edits}), KEY)


@pytest.mark.parametrize("words", ["", "####", "AAAA", "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB"])
def test_a_damaged_seal_is_not_restored(words: str) -> None:
    release = _masked()
    box = {**release.trace["sealed"], "words": words}  # type: ignore[dict-item]
    with pytest.raises(InputError, match="was changed"):
        restore(replace(release, trace={**release.trace, "sealed": box}), KEY)


def test_a_release_without_a_seal_says_so() -> None:
    with pytest.raises(InputError, match="is not reversible"):
        restore(Release("a", "text", "mask", {"edits": []}), KEY)


def test_a_random_key_seals_nothing() -> None:
    with pytest.raises(ConfigError, match="needs a key of yours"):
        sealed("a", "b", [], Secret())


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers.aead", None)
    with pytest.raises(MissingExtraError, match=r"gyges\[reversible\]"):
        _masked()


def test_another_key_opens_nothing() -> None:
    with pytest.raises(ConfigError, match="sealed with another key"):
        restore(_masked(), b"another key")
