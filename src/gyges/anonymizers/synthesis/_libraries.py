"""The libraries of training, loaded when they are needed."""

from pathlib import Path
from typing import Any

from gyges.anonymizers.detectors import load_extra
from gyges.anonymizers.tagger._libraries import quiet
from gyges.errors import ConfigError

_PURPOSE = "a synthetic release"


def library(name: str) -> Any:
    """Return torch, transformers, peft or opacus."""
    return load_extra(name, "train", _PURPOSE)


def load_language_model(base: str) -> tuple[Any, Any]:
    """Load tokenizer and causal language model; a folder is never looked up on the hub, and code in it is never run."""
    transformers = library("transformers")
    here = Path(base).is_dir()
    if not here and (base.startswith((".", "/", "~")) or base.count("/") > 1):
        raise ConfigError(f"there is no folder {base}", "check the path of the model")
    options = {"local_files_only": here, "trust_remote_code": False}
    try:
        with quiet():
            tokenizer = transformers.AutoTokenizer.from_pretrained(base, **options)
            model = transformers.AutoModelForCausalLM.from_pretrained(base, **options)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        words = " ".join(str(error).split())[:300]
        raise ConfigError(
            f"the language model '{base}' cannot be loaded ({words})", "give the folder of one"
        ) from error
    if tokenizer.eos_token_id is None:
        raise ConfigError(f"the tokenizer of '{base}' has no end token", "use another model")
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    return tokenizer, model
