"""Writes trained factors as a GGUF adapter: ``python -m training.export adapter.npz adapter.gguf [--base GGUF]``.

The training works in the layout of GGUF (see `training.model`), so the factors are written as they are. With ``--base``
the adapter is loaded by llama.cpp and compared with PyTorch on a few prompts.
"""

import argparse
import hashlib
import sys
from pathlib import Path

import numpy as np
import torch

from gyges.attacks.tiny._fuse import fused_weights
from training.gguf import Gguf, write_gguf
from training.model import LINEAR, Config, Llama

PROMPTS = (
    "<|im_start|>text\nHi, I'm Nora Feld, a nurse in Cork. Tom, my husband, drives.<|im_end|>\n<|im_start|>people\n",
    "<|im_start|>text\nThe applicant, from Turkey, born in 1970, won.<|im_end|>\n<|im_start|>people\nthe applicant|",
    "<|im_start|>text\nJust passed my finals at TU Wien, off to the Prater!<|im_end|>\n<|im_start|>author\nage: ",
)
MOST_APART = 0.35
"""The most that log probabilities of likely tokens may differ. Without any adapter they differ by up to 0.15, because
llama.cpp computes with activations of eight bits."""


def export(source: Path, target: Path) -> str:
    """Write the adapter and return its hash."""
    packed = np.load(source)
    layers = 1 + max(int(name.split(".")[1]) for name in packed.files if name.startswith("blk."))
    tensors = {
        f"blk.{layer}.{name}.weight.lora_{factor}": packed[f"blk.{layer}.{name}.{factor}"]
        for layer in range(layers)
        for name in LINEAR
        for factor in ("a", "b")
    }
    fields: dict[str, str | int | float] = {
        "general.type": "adapter",
        "general.architecture": "llama",
        "general.name": "gyges-tiny",
        "adapter.type": "lora",
        "adapter.lora.alpha": float(packed["alpha"]),
    }
    write_gguf(target, fields, tensors)
    return hashlib.sha256(target.read_bytes()).hexdigest()


def compare(source: Path, adapter: Path, base: Path) -> float:
    """Return how far the log probabilities of the likeliest tokens are apart at most."""
    import httpx
    import xllamacpp

    packed, file = np.load(source), Gguf(base)
    model = Llama(Config.of(file), int(packed["rank"]), float(packed["alpha"]))
    model.load(file)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name in packed.files:
                parameter.copy_(torch.from_numpy(packed[name].astype(np.float32)))
    model.eval()
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(fused_weights(base, adapter))
    parameters.n_ctx, parameters.n_parallel, parameters.verbosity = 1024, 1, -1
    server = xllamacpp.Server(parameters)
    apart = 0.0
    for prompt in PROMPTS:
        ids = httpx.post(
            f"{server.listening_address}/tokenize", json={"content": prompt, "parse_special": True}, timeout=60
        ).json()["tokens"]
        body = {"prompt": ids, "max_tokens": 1, "temperature": 0, "logprobs": 5}
        top = server.handle_completions(body)["choices"][0]["logprobs"]["content"][0]["top_logprobs"]
        with torch.no_grad():
            scores = model.scores(model(torch.tensor([ids]))[0, -1]).log_softmax(-1)
        for token in top:
            ours, theirs = float(scores[token["id"]]), token["logprob"]
            sys.stdout.write(f"{token['token']!r:14} llama.cpp {theirs:8.3f}  PyTorch {ours:8.3f}\n")
            if theirs > -4:
                apart = max(apart, abs(ours - theirs))
    return apart


def main() -> int:
    """Export, and compare if the base is given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--base", type=Path)
    given = parser.parse_args()
    digest = export(given.source, given.target)
    sys.stdout.write(f"{given.target}: {given.target.stat().st_size:,} bytes, sha256 {digest}\n")
    if given.base is None:
        return 0
    apart = compare(given.source, given.target, given.base)
    sys.stdout.write(f"at most {apart:.3f} apart\n")
    return 0 if apart <= MOST_APART else 1


if __name__ == "__main__":
    sys.exit(main())
