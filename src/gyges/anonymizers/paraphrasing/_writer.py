"""A sequence-to-sequence or causal model from a local folder that writes one passage anew."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gyges.anonymizers.detectors import load_extra
from gyges.anonymizers.tagger._libraries import choose_device, quiet
from gyges.errors import ConfigError, RewriteFailedError

_PURPOSE = "a paraphrase by a local model"
_MOST_GROWTH, _ROOM = 2, 32
"""New tokens: at most twice those of the passage and a few; one that goes on beyond has lost its way."""


@dataclass(frozen=True)
class LoadedParaphraser:
    """A loaded model."""

    tokenizer: Any  # its tokenizer
    model: Any  # the model
    seq2seq: bool  # whether it reads first and writes then, or goes on with what it is given

    def write(self, asked: str, passage: str, *, temperature: float, top_p: float, seed: int) -> str:
        """Return what the model writes for a passage."""
        torch = load_extra("torch", "train", _PURPOSE)
        given = self.tokenizer(asked, return_tensors="pt", truncation=False, verbose=False).to(self.model.device)
        length = int(given["input_ids"].shape[1])
        most = _MOST_GROWTH * len(self.tokenizer(passage, verbose=False)["input_ids"]) + _ROOM
        self._require_room(length, most)
        sampled = {"do_sample": True, "temperature": temperature, "top_p": top_p, "top_k": 0} if temperature else {}
        with quiet(), torch.random.fork_rng(), torch.inference_mode():
            torch.manual_seed(seed)
            out = self.model.generate(
                input_ids=given["input_ids"],
                attention_mask=given["attention_mask"],
                max_new_tokens=most,
                pad_token_id=self.tokenizer.pad_token_id,
                **(sampled or {"do_sample": False}),
            )[0]
        new = out if self.seq2seq else out[length:]
        if self.tokenizer.eos_token_id not in new.tolist():
            raise RewriteFailedError("the local model came to no end", "use another model or a lower temperature")
        return str(self.tokenizer.decode(new, skip_special_tokens=True)).strip()

    def _require_room(self, length: int, most: int) -> None:
        limit = getattr(self.model.config, "max_position_embeddings", None) or int(self.tokenizer.model_max_length)
        if length + (0 if self.seq2seq else most) > limit:
            raise RewriteFailedError(
                f"a passage takes {length} tokens and its paraphrase up to {most}, more than the {limit} of the model",
                "lower window_tokens",
            )


def is_seq2seq(folder: Path) -> bool:
    """Return whether the model in a folder reads first and writes then."""
    try:
        config = json.loads((folder / "config.json").read_bytes())
        return bool(config.get("is_encoder_decoder"))
    except (OSError, ValueError, AttributeError) as error:
        raise ConfigError(
            f"{folder} holds no model: config.json is missing or broken", "give the folder of one, as from a model hub"
        ) from error


def load_writer(folder: Path, device: str) -> LoadedParaphraser:
    """Load a model from its folder; nothing is fetched, and code in it is never run."""
    seq2seq = is_seq2seq(folder)
    load_extra("torch", "train", _PURPOSE)
    library = load_extra("transformers", "train", _PURPOSE)
    kind = library.AutoModelForSeq2SeqLM if seq2seq else library.AutoModelForCausalLM
    common = {"local_files_only": True, "trust_remote_code": False}
    try:
        with quiet():
            tokenizer = library.AutoTokenizer.from_pretrained(folder, **common)
            model, info = kind.from_pretrained(folder, use_safetensors=True, output_loading_info=True, **common)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        words = " ".join(str(error).split())[:300]
        raise ConfigError(f"the model in {folder} cannot be loaded ({words})", "give the folder of one") from error
    if info["missing_keys"]:  # they would be random numbers
        lost = ", ".join(sorted(info["missing_keys"])[:3])
        raise ConfigError(f"the weights in {folder} lack {lost}", "give the folder of a whole model")
    if tokenizer.eos_token_id is None:
        raise ConfigError(f"the tokenizer in {folder} has no end token", "use another model")
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    return LoadedParaphraser(tokenizer, model.to(choose_device(device)).eval(), seq2seq)
