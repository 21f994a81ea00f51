"""PyTorch and transformers, loaded when they are needed and kept quiet."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gyges.anonymizers.detectors import load_extra
from gyges.errors import ConfigError, InputError

_PURPOSE = "a tagger"
_ROOM = 1 << 20  # a disk with less is full, for weights
_LONGEST_REASON = 300


def torch_library() -> Any:
    """Return PyTorch."""
    return load_extra("torch", "train", _PURPOSE)


def transformers_library() -> Any:
    """Return transformers."""
    load_extra("torch", "train", _PURPOSE)  # transformers itself would import without it and fail later
    return load_extra("transformers", "train", _PURPOSE)


@contextmanager
def quiet() -> Iterator[None]:
    """Keep transformers from writing progress bars and advice to the terminal."""
    logging = transformers_library().utils.logging
    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()


@contextmanager
def saving(place: Path) -> Iterator[None]:
    """Say in one line that weights could not be written: the libraries that write them have errors of their own."""
    torn = load_extra("safetensors", "train", _PURPOSE).SafetensorError
    try:
        yield
    except (OSError, RuntimeError, torn) as error:
        full = shutil.disk_usage(next(one for one in (place, *place.parents) if one.exists())).free < _ROOM
        words = "No space left on device" if full else " ".join(str(error).split())[:_LONGEST_REASON]
        raise InputError(f"{place} cannot be written ({words})", "make room or name another folder") from error


def choose_device(wanted: str) -> str:
    """Return the device to use: ``auto`` takes a CUDA device if there is one."""
    there = torch_library().cuda.is_available()
    if wanted == "cuda" and not there:
        raise ConfigError("there is no CUDA device", "use the device cpu")
    return "cuda" if there and wanted != "cpu" else "cpu"


def load_encoder(name: str, **options: Any) -> tuple[Any, Any]:
    """Load tokenizer and model; a folder is never looked up on the hub, and code in it is never run."""
    library = transformers_library()
    here = Path(name).is_dir()
    if not here and (name.startswith((".", "/", "~")) or name.count("/") > 1):
        raise ConfigError(f"there is no folder {name}", "check the path of the encoder")
    common = {"local_files_only": here, "trust_remote_code": False}
    try:
        with quiet():
            tokenizer = library.AutoTokenizer.from_pretrained(name, use_fast=True, **common)
            model = library.AutoModelForTokenClassification.from_pretrained(name, **common, **options)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        words = " ".join(str(error).split())[:_LONGEST_REASON]
        raise ConfigError(f"the encoder '{name}' cannot be loaded ({words})", "give the folder of one") from error
    if not getattr(tokenizer, "is_fast", False):
        raise ConfigError(f"the tokenizer of '{name}' does not tell offsets", "use an encoder with a fast tokenizer")
    return tokenizer, model


def usable_length(model: Any, tokenizer: Any, wanted: int) -> int:
    """Return how many tokens, special ones too, the encoder takes at once, at most `wanted`."""
    limits = [wanted, int(tokenizer.model_max_length)]
    positions = getattr(model.config, "max_position_embeddings", None)
    if positions:
        # RoBERTa and its kin count positions from one past the padding token.
        tables = [module for name, module in model.named_modules() if name.endswith(".position_embeddings")]
        paddings = [getattr(table, "padding_idx", None) for table in tables]
        limits.append(int(positions) - max((index + 1 for index in paddings if index is not None), default=0))
    return min(limits)
