"""A recognizer and an operator for Presidio: Gyges finds for it, or invents what stands in its texts."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gyges._secret import Secret, key_bytes
from gyges.anonymizers import Mask, MaskOptions
from gyges.anonymizers.detectors import DIRECT_TYPES, presidio_name, tab_type
from gyges.anonymizers.replacement import Pseudonyms, SpansToReplace
from gyges.bridges._extra import needs
from gyges.errors import ConfigError
from gyges.reading import ReadMention
from gyges.records import Document, edits_from_json, taxonomy
from gyges.runs import wait_for

with needs("presidio"):
    from presidio_analyzer import EntityRecognizer, RecognizerResult
    from presidio_analyzer.nlp_engine import NlpArtifacts
    from presidio_anonymizer.operators import Operator, OperatorType

__all__ = ["GygesOperator", "GygesRecognizer"]

SCORE = 0.85
"""How sure a finding is for Presidio: as sure as it holds its own named-entity models."""

_KEYS_KNOWN = 8  # stretching a key takes 50 ms, and Presidio makes an operator for every passage


class GygesRecognizer(EntityRecognizer):
    """Finds what ``gyges anonymize --method mask`` would mask, under Presidio's names.

    What Presidio has no one name for comes as TAB's ``CODE``, ``QUANTITY`` and ``MISC``.
    """

    def __init__(self, score: float = SCORE, options: MaskOptions | None = None) -> None:
        self._score = score
        self._mask = Mask(options)
        super().__init__([presidio_name(type_) for type_ in taxonomy("tab").names], "GygesRecognizer")

    def load(self) -> None:
        """Load nothing: the rules are in the package."""

    def analyze(
        self, text: str, entities: list[str], nlp_artifacts: NlpArtifacts | None = None
    ) -> list[RecognizerResult]:
        """Return the findings of the kinds that are asked for."""
        release = wait_for(self._mask.anonymize, Document("text", text))
        found = ((presidio_name(e.type), e.start, e.end) for e in edits_from_json(release.trace["edits"]) if e.type)
        return [RecognizerResult(*one, self._score) for one in found if not entities or one[0] in entities]


class GygesOperator(Operator):
    """Puts an invented name or code in the place of a passage; the same for the same words and key.

    Named ``gyges``, with the parameter ``key``. Presidio shows an operator one passage at a time, so "Tom Berger" and
    "Tom" are two people to it; ``gyges.anonymize`` sees the whole text. What has no invented counterpart becomes
    its kind, as in ``<NRP>``.
    """

    def operate(self, text: str, params: Mapping[str, Any] | None = None) -> str:
        """Return what stands in the place of a passage."""
        given = params or {}
        kind = str(given.get("entity_type", ""))
        type_ = tab_type(kind)
        mention = ReadMention(0, len(text), type_, type_ in DIRECT_TYPES)
        edits = _pseudonyms(_key(given)).edits(SpansToReplace("passage", text, (mention,)))
        made = edits[0].text if edits else "["
        return f"<{kind}>" if made.startswith("[") else made  # a mark of ours would be one kind too many

    def validate(self, params: Mapping[str, Any] | None = None) -> None:
        """Refuse parameters without a key: invented words would be others in every passage."""
        _key(params or {})

    def operator_name(self) -> str:
        """Return the name for ``OperatorConfig``."""
        return "gyges"

    def operator_type(self) -> OperatorType:
        """Return that it anonymizes."""
        return OperatorType.Anonymize


def _key(params: Mapping[str, Any]) -> bytes:
    key = params.get("key")
    if not isinstance(key, str | bytes) or not key:
        raise ConfigError("the operator 'gyges' has no key", 'give one: OperatorConfig("gyges", {"key": "..."})')
    return key_bytes(key)


@lru_cache(_KEYS_KNOWN)
def _pseudonyms(key: bytes) -> Pseudonyms:
    return Pseudonyms(Secret(key))
