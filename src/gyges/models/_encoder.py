"""Sentence-embedding models from a local folder (extra ``dense``)."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from gyges.errors import InputError, MissingExtraError

__all__ = ["open_cross_encoder", "open_encoder"]


def open_encoder(model: str | Path, what: str) -> Any:
    """Open a sentence-embedding model on the processor.

    Args:
        model: The folder of a sentence-transformers model; nothing is downloaded.
        what: What it is needed for, as the error without the extra says it.

    Raises:
        MissingExtraError: The extra is not installed.
        InputError: There is no model in the folder.
    """
    folder = _model_folder(model, "an embedding model")
    try:
        return _opened(_library(what).SentenceTransformer, folder)
    except (OSError, ValueError) as error:
        raise InputError(f"{folder} holds no embedding model ({error})", "name a local model") from error


def open_cross_encoder(model: str | Path, what: str) -> Any:
    """Open a model that reads two texts together and gives one number, on the processor.

    Args:
        model: The folder of a cross-encoder as sentence-transformers keeps it; nothing is downloaded.
        what: What it is needed for, as the error without the extra says it.

    Raises:
        MissingExtraError: The extra is not installed.
        InputError: There is no such model in the folder, or it gives more than one number.
    """
    folder = _model_folder(model, "a cross-encoder")
    try:
        made = _opened(_library(what).CrossEncoder, folder)
    except (OSError, ValueError) as error:
        raise InputError(f"{folder} holds no cross-encoder ({error})", "name a local model") from error
    if made.num_labels != 1:
        raise InputError(f"the model in {folder} gives {made.num_labels} numbers", "name one made for similarity")
    return made


def _model_folder(model: str | Path, kind: str) -> Path:
    folder = Path(model)
    if not folder.is_dir():
        raise InputError(f"there is no folder {folder} with {kind}", "name a local model")
    return folder


@cache
def _opened(kind: Any, folder: Path) -> Any:
    """Open a model once a process: objectives ask for it document by document."""
    return kind(str(folder), device="cpu", local_files_only=True)


def _library(what: str) -> Any:
    try:
        return import_module("sentence_transformers")
    except ModuleNotFoundError as error:
        raise MissingExtraError("dense", what) from error
