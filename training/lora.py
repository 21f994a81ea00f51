"""Train low-rank factors beside the linear layers of a language model. Needs PyTorch, transformers and gguf only.

Run: python -m training.lora EXAMPLES.npz BASE.gguf OUT [--passes 4] [--rate 4e-4] [--rank 8]

EXAMPLES.npz is made by ``python -m training.local prepare``. OUT gets the factors and the answers to the questions that
measure, decoded greedily. A step whose gradient is not finite is left out.
"""

import argparse
import json
import random
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from gguf.gguf_reader import GGUFReader
from gguf.quants import dequantize
from torch import nn
from transformers import Qwen2Config, Qwen2ForCausalLM

from training.decoding import Decoder
from training.gguf import token_bytes

LAYERS = {
    "q_proj": "attn_q", "k_proj": "attn_k", "v_proj": "attn_v", "o_proj": "attn_output",
    "gate_proj": "ffn_gate", "up_proj": "ffn_up", "down_proj": "ffn_down",
}  # fmt: skip
"""Linear layers of a block, and their names in GGUF."""
NORMS = {"attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm"}
_CLOSE = 1e-3
BATCH_TOKENS, WARM_UP, ALPHA, SEED, MOST_NEW = 16_384, 0.05, 2.0, 7, 1500


def load(reader: GGUFReader) -> Qwen2ForCausalLM:
    """Return the model of a GGUF file with its weights as bfloat16."""

    def field(name: str) -> float:
        return reader.fields[f"qwen2.{name}"].contents()  # type: ignore[no-any-return]

    config = Qwen2Config(
        vocab_size=int(next(one for one in reader.tensors if one.name == "token_embd.weight").shape[1]),
        hidden_size=int(field("embedding_length")),
        intermediate_size=int(field("feed_forward_length")),
        num_hidden_layers=int(field("block_count")),
        num_attention_heads=int(field("attention.head_count")),
        num_key_value_heads=int(field("attention.head_count_kv")),
        rms_norm_eps=float(field("attention.layer_norm_rms_epsilon")),
        rope_theta=float(field("rope.freq_base")),
        max_position_embeddings=int(field("context_length")),
        tie_word_embeddings=not any(one.name == "output.weight" for one in reader.tensors),
    )
    with torch.device("meta"):
        model = Qwen2ForCausalLM(config)
    names = {layer: name for name, layer in LAYERS.items()}
    weights = {}
    with ThreadPoolExecutor() as pool:
        values = pool.map(
            lambda one: torch.from_numpy(dequantize(one.data, one.tensor_type)).bfloat16(), reader.tensors
        )
        for tensor, value in zip(reader.tensors, values, strict=True):
            weights[_name(tensor.name, names)] = value
    if config.tie_word_embeddings:
        weights["lm_head.weight"] = weights["model.embed_tokens.weight"]
    model.load_state_dict(weights, assign=True)
    # what no file holds: the angles of the rotary positions
    model.model.rotary_emb = type(model.model.rotary_emb)(config)
    turn = float(field("rope.freq_base")) ** (-2 / (config.hidden_size // config.num_attention_heads))
    if abs(float(model.model.rotary_emb.inv_freq[1]) - turn) > _CLOSE:
        raise ValueError("the angles of the positions are not those of the file")
    return model


def _name(tensor: str, names: Mapping[str, str]) -> str:
    """Return the name that transformers has for a tensor of GGUF."""
    plain = {"token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head"}
    first, *rest = tensor.split(".")
    if first != "blk":
        return f"{plain[first]}.{rest[-1]}"
    number, layer, which = rest
    if layer in NORMS:
        return f"model.layers.{number}.{NORMS[layer]}.{which}"
    part = "self_attn" if layer.startswith("attn") else "mlp"
    return f"model.layers.{number}.{part}.{names[layer]}.{which}"


class Lora(nn.Module):
    """A frozen linear layer with two factors beside it."""

    def __init__(self, base: nn.Linear, rank: int, alpha: float) -> None:
        super().__init__()
        self.base, self.scale = base, alpha / rank
        self.a = nn.Parameter(torch.randn(rank, base.in_features, device=base.weight.device) / base.in_features**0.5)
        self.b = nn.Parameter(torch.zeros(base.out_features, rank, device=base.weight.device))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return what the layer says, and the factors."""
        narrow = x @ (self.a.t() * self.scale).to(x.dtype)
        base = self.base(x)
        wide = torch.addmm(base.flatten(0, -2), narrow.flatten(0, -2), self.b.t().to(x.dtype))
        return wide.view(base.shape)


def rows(data: dict[str, np.ndarray], name: str) -> list[np.ndarray]:
    """Return the token ids of a name, a row an example."""
    return np.split(data[name], data[f"{name}_ends"][:-1])


def batches(lengths: list[int], chosen: list[int], chance: random.Random) -> list[list[int]]:
    """Return batches of examples of about one length, in random order."""
    order = sorted(chosen, key=lambda row: (lengths[row] // 64, chance.random()))
    made, batch = [], []
    for row in order:
        if batch and lengths[row] * (len(batch) + 1) > BATCH_TOKENS:
            made.append(batch)
            batch = []
        batch.append(row)
    made.append(batch)
    chance.shuffle(made)
    return made


def loss(model: Qwen2ForCausalLM, questions: list[np.ndarray], answers: list[np.ndarray]) -> torch.Tensor:
    """Return the mean loss of the tokens of the answers."""
    wide = max(len(q) + len(a) for q, a in zip(questions, answers, strict=True))
    ids = torch.zeros(len(questions), wide, dtype=torch.long)  # nothing looks at what is behind an answer
    told = torch.zeros_like(ids, dtype=torch.bool)
    for row, (q, a) in enumerate(zip(questions, answers, strict=True)):
        ids[row, : len(q) + len(a)] = torch.from_numpy(np.concatenate([q, a]).astype(np.int64))
        told[row, len(q) : len(q) + len(a)] = True
    ids, told = ids.to(model.device), told.to(model.device)
    state = model.model(input_ids=ids, use_cache=False).last_hidden_state
    logits = model.lm_head(state[:, :-1][told[:, 1:]])
    return nn.functional.cross_entropy(logits.float(), ids[:, 1:][told[:, 1:]])


def with_factors(model: Qwen2ForCausalLM, rank: int) -> dict[str, Lora]:
    """Freeze a model, put factors beside its linear layers, and return them by the names of the layers in GGUF."""
    model.requires_grad_(False)
    factors = {}
    for number, block in enumerate(model.model.layers):
        for part in (block.self_attn, block.mlp):
            for name, layer in list(part.named_children()):
                if name in LAYERS:
                    factors[f"blk.{number}.{LAYERS[name]}.weight"] = made = Lora(layer, rank, ALPHA * rank)
                    setattr(part, name, made)
    return factors


def train(
    model: Qwen2ForCausalLM, learned: list[nn.Parameter], data: dict[str, np.ndarray], passes: int, rate: float
) -> None:
    """Train for some passes, the rate falling to nothing; watched examples are only looked at."""
    questions, answers = rows(data, "question"), rows(data, "answer")
    lengths = [len(q) + len(a) for q, a in zip(questions, answers, strict=True)]
    fitted, watched = (np.flatnonzero(data["watched"] == which).tolist() for which in (False, True))
    chance = random.Random(SEED)  # noqa: S311
    optimizer = torch.optim.AdamW(learned, lr=rate, weight_decay=0.0)
    plan = [batch for _ in range(passes) for batch in batches(lengths, fitted, chance)]
    total, left_out = 0.0, 0
    for step, batch in enumerate(plan, start=1):
        spent = step / len(plan)
        optimizer.param_groups[0]["lr"] = rate * min(spent / WARM_UP, (1 - spent) / (1 - WARM_UP), 1.0)
        value = loss(model, [questions[row] for row in batch], [answers[row] for row in batch])
        optimizer.zero_grad()
        value.backward()
        if not torch.isfinite(nn.utils.clip_grad_norm_(learned, 1.0)):
            left_out += 1
            continue
        optimizer.step()
        total += value.item()
        if step % (len(plan) // passes) == 0:
            some = batches(lengths, watched, random.Random(SEED))  # noqa: S311
            with torch.no_grad():
                seen = [loss(model, [questions[r] for r in part], [answers[r] for r in part]).item() for part in some]
            say(f"loss {total / (len(plan) // passes):.3f}, watched {np.mean(seen):.4f}, {left_out} steps left out")
            total = 0.0


def pieces(reader: GGUFReader) -> list[str]:
    """Return what each token of a GGUF file spells; half a letter spells nothing."""
    return [one.decode("utf-8", "ignore") for one in token_bytes(reader.fields["tokenizer.ggml.tokens"].contents())]


def say(words: str) -> None:
    """Print a line at once."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def main() -> int:
    """Train, save, decode."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--passes", type=int, default=4)
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--rank", type=int, default=8)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(SEED)
    reader = GGUFReader(asked.base)
    model = load(reader).cuda()
    factors = with_factors(model, asked.rank)
    with np.load(asked.examples) as packed:
        data = {name: packed[name] for name in packed.files}
    train(model, [one for made in factors.values() for one in (made.a, made.b)], data, asked.passes, asked.rate)
    halves = {
        f"{name}.lora_{which}": getattr(made, which).detach().half().cpu().numpy()
        for name, made in factors.items()
        for which in ("a", "b")
    }
    np.savez(asked.out / "factors.npz", alpha=ALPHA * asked.rank, rank=asked.rank, **halves)
    decoder = Decoder(model, int(rows(data, "answer")[0][-1]), pieces(reader))
    told = decoder.write(rows(data, "asked"), MOST_NEW)
    (asked.out / "answers.json").write_text(json.dumps(told), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
