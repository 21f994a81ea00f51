"""Sentence-embedding models from a local folder (extra ``dense``)."""

from importlib import import_module
from pathlib import Path
from typing import Any

from gyges.errors import InputError, MissingExtraError

__all__ = ["open_encoder"]


def open_encoder(model: str | Path, what: str) -> Any:
    """Open a sentence-embedding model on the processor.

    Args:
        model: The folder of a sentence-transformers model; nothing is downloaded.
        what: What it is needed for, as the error without the extra says it.

    Raises:
        MissingExtraError: The extra is not installed.
        InputError: There is no model in the folder.
    """
    folder = Path(model)
    if not folder.is_dir():
        raise InputError(f"there is no folder {folder} with an embedding model", "name a local model")
    try:
        library = import_module("sentence_transformers")
    except ModuleNotFoundError as error:
        raise MissingExtraError("dense", what) from error
    try:
        return library.SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    except (OSError, ValueError) as error:
        raise InputError(f"{folder} holds no embedding model ({error})", "name a local model") from error
