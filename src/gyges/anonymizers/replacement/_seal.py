"""The words that were replaced, sealed with the user's key, and the way back to the original text."""

import base64
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gyges._secret import Secret
from gyges.errors import ConfigError, InputError, MissingExtraError
from gyges.records import Edit, JsonValue, Release, apply_edits, edits_from_json

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_VERSION = 1
_PURPOSE = "seal"
_NONCE = (
    12  # bytes of a nonce, as AES-GCM wants them; random ones are good for 2^32 messages under one key (SP 800-38D)
)


def sealed(original: str, released: str, edits: Sequence[Edit], secret: Secret) -> dict[str, JsonValue]:
    """Return the replaced words, encrypted with AES-256-GCM and bound to the released text."""
    if secret.random:
        raise ConfigError("a reversible release needs a key of yours", "give one with --key-file")
    words = json.dumps([original[edit.start : edit.end] for edit in sorted(edits)]).encode("ascii")
    box = _shut(secret, words, _bound(released, edits))
    return {"version": _VERSION, "key": secret.check, "words": base64.b64encode(box).decode("ascii")}


def restore(release: Release, key: bytes) -> str:
    """Return the original text of a reversible release.

    Args:
        release: A release that was made with the option ``reversible``.
        key: The key it was made with.

    Raises:
        ConfigError: This is another key.
        InputError: The release is not reversible, or its text or edits were changed.
    """
    box = release.trace.get("sealed")
    if not isinstance(box, Mapping) or box.get("version") != _VERSION:
        raise InputError(f"the release of '{release.id}' is not reversible", "make it with the option reversible")
    secret = Secret(key)
    if box.get("key") != secret.check:
        raise ConfigError(f"the release of '{release.id}' was sealed with another key", "give the key it was made with")
    edits = sorted(edits_from_json(release.trace.get("edits", [])))
    words = _opened(release, str(box.get("words", "")), edits, secret)
    return apply_edits(release.text, _undone(edits, words))


def _opened(release: Release, box: str, edits: Sequence[Edit], secret: Secret) -> list[str]:
    try:
        plain = _open(secret, base64.b64decode(box, validate=True), _bound(release.text, edits))
    except ValueError as error:  # of base64 too
        raise InputError(
            f"the release of '{release.id}' was changed after it was sealed", "use the release as it was written"
        ) from error
    words: list[str] = json.loads(plain)
    return words


def _undone(edits: Sequence[Edit], words: Sequence[str]) -> list[Edit]:
    """Return the edits that lead back, in code points of the released text."""
    back: list[Edit] = []
    shift = 0
    for edit, original in zip(edits, words, strict=True):
        start = edit.start + shift
        back.append(Edit(start, start + len(edit.text), original))
        shift += len(edit.text) - (edit.end - edit.start)
    return back


def _bound(released: str, edits: Sequence[Edit]) -> bytes:
    """Return what the seal vouches for: the released text and where what was replaced."""
    rows = [[edit.start, edit.end, edit.text] for edit in sorted(edits)]
    return json.dumps([released, rows], separators=(",", ":")).encode("ascii")


def _shut(secret: Secret, plain: bytes, bound: bytes) -> bytes:
    """Return a fresh nonce and the encrypted bytes."""
    nonce = secrets.token_bytes(_NONCE)
    return nonce + _cipher(secret).encrypt(nonce, plain, bound)


def _open(secret: Secret, closed: bytes, bound: bytes) -> bytes:
    cipher = _cipher(secret)
    from cryptography.exceptions import InvalidTag

    try:
        return cipher.decrypt(closed[:_NONCE], closed[_NONCE:], bound)
    except InvalidTag:
        raise ValueError("the seal does not hold") from None


def _cipher(secret: Secret) -> "AESGCM":
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ImportError as error:
        raise MissingExtraError("reversible", "making or opening a reversible release") from error
    return AESGCM(secret.derived(_PURPOSE))
