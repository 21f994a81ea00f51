"""Originals as what a language model learns from: a control code, the text, an end token."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gyges.errors import InputError
from gyges.records import Document


@dataclass(frozen=True, slots=True)
class TrainingRecords:
    """Tokens of all records."""

    tokens: list[list[int]]  # the tokens of each record: control code or start token, text, end token
    codes: list[str]  # the control code of each record, empty where there is none
    cut: tuple[str, ...]  # ids of records that were longer than the model takes


def control_code(document: Document, keys: Sequence[str]) -> str:
    r"""Return what stands before a record: the values of its meta by key."""
    missing = [key for key in keys if key not in document.meta]
    if missing:
        raise InputError(f"document '{document.id}' has no '{missing[0]}' in its meta", "use other control codes")
    return " | ".join(f"{key}: {document.meta[key]}" for key in keys) + "\n" if keys else ""


def opening(tokenizer: Any, code: str) -> list[int]:
    """Return the tokens a record begins with, learned and written alike: its control code, or a start token."""
    if code:
        found: list[int] = tokenizer(_whole(code), add_special_tokens=False)["input_ids"]
        return found
    return [tokenizer.bos_token_id if tokenizer.bos_token_id is not None else tokenizer.eos_token_id]


def require_texts(documents: Sequence[Document]) -> None:
    """Refuse documents that nothing can be learned from."""
    blank = [document.id for document in documents if not document.text.strip()]
    if blank:
        raise InputError(f"document '{blank[0]}' has no text", "leave it out")
    if not documents:
        raise InputError("there are no documents to learn from", "check the file")


def training_records(documents: Sequence[Document], tokenizer: Any, most: int, keys: Sequence[str]) -> TrainingRecords:
    """Return the records a model learns from; long documents are cut and named."""
    rows, codes, cut = [], [], []
    for document in documents:
        code = control_code(document, keys)
        words = tokenizer(_whole(document.text), add_special_tokens=False)["input_ids"]
        found = [*opening(tokenizer, code), *words]
        rows.append([*found[: most - 1], tokenizer.eos_token_id])
        codes.append(code)
        if len(found) >= most:
            cut.append(document.id)
    return TrainingRecords(rows, codes, tuple(cut))


def _whole(text: str) -> str:
    """Return a text without halves of surrogate pairs, which are no characters to a tokenizer."""
    return text.encode("utf-8", "replace").decode("utf-8")
