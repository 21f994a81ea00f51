"""The training runs on a processor too: a few steps of a random model, then the adapter in llama.cpp."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.slow


def run(module: str, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-m", f"training.{module}", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


MAKE_BASE = """
import sys
from pathlib import Path
import numpy as np
from training.gguf import write_gguf
from training.model import Config, LINEAR
config = Config(2, 32, 64, 4, 2, 96, 10000.0, 1e-5)
draw = np.random.default_rng(1)
tensors = {"token_embd.weight": draw.normal(0, 0.2, (96, 32)), "output_norm.weight": np.ones(32)}
for layer in range(2):
    for name in LINEAR:
        tensors[f"blk.{layer}.{name}.weight"] = draw.normal(0, 0.2, config.shape(name))
    for name in ("attn_norm", "ffn_norm"):
        tensors[f"blk.{layer}.{name}.weight"] = np.ones(32)
fields = {"general.architecture": "llama", "llama.block_count": 2, "llama.embedding_length": 32,
    "llama.feed_forward_length": 64, "llama.attention.head_count": 4, "llama.attention.head_count_kv": 2,
    "llama.rope.freq_base": 10000.0, "llama.attention.layer_norm_rms_epsilon": 1e-5}
write_gguf(Path(sys.argv[1]), fields, tensors)
"""


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A random base, and examples whose answer repeats the last token of the question."""
    subprocess.run([sys.executable, "-c", MAKE_BASE, str(tmp_path / "base.gguf")], cwd=ROOT, check=True)
    draw = np.random.default_rng(2)
    rows, tokens = [], []
    for number in range(120):
        word = int(draw.integers(3, 90))
        tokens.append([*draw.integers(3, 90, 6).tolist(), word, word, word, 2])
        use = "test" if number % 6 == 0 else "train"
        row = {"id": str(number), "window": 0, "task": "people", "source": "x" if use == "test" else "y", "use": use}
        rows.append({**row, "masked": False, "fold": number % 5, "prompt": 7, "length": 10})
    np.savez(tmp_path / "examples.npz", tokens=np.array(tokens, np.uint16).ravel(), lengths=np.full(120, 10))
    (tmp_path / "examples.json").write_text(json.dumps(rows), encoding="utf-8")
    return tmp_path


def trained(folder: Path, out: str, *more: object) -> list[dict[str, float]]:
    given = ("--base", folder / "base.gguf", "--data", folder, "--out", folder / out, "--watch", "x", *more)
    run("train", *given, "--rate", "0.01", "--epochs", "25", "--batch-tokens", "250", "--checks", "4")
    lines = (folder / out / "log.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_the_factors_learn_and_the_same_seed_gives_the_same_factors(made: Path) -> None:
    first = trained(made, "one", "--rank", "4")
    assert first[-2]["loss"] < first[1]["loss"]
    trained(made, "two", "--rank", "4")
    one, two = (np.load(made / out / "adapter.npz") for out in ("one", "two"))
    assert all(np.array_equal(one[name], two[name]) for name in one.files)


def test_what_is_left_out_is_predicted_with_probabilities(made: Path) -> None:
    trained(
        made, "one", "--rank", "4", "--predict", "--fold", "0", "--leave", "x", "--watch", "", "--answer-tokens", "5"
    )
    lines = (made / "one" / "predictions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert {row["source"] for row in rows} == {"x"}
    assert all(chance <= 0 for row in rows for chance in row["log_chances"])


def test_answers_are_those_of_reading_everything_again_for_each_token() -> None:
    check = """
import torch
from training.generate import answers
from training.model import Config, Llama
torch.manual_seed(1)
model = Llama(Config(2, 32, 64, 4, 2, 96, 10000.0, 1e-5), 4)
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.3)
prompts = [[5, 6, 7], [9, 8, 7, 6, 5, 4, 3], [11] * 5]
for number, ids, _ in answers(model, prompts, 2, 8, torch.device("cpu")):
    read, again = list(prompts[number]), []
    while len(again) < 8:
        token = int(model.scores(model(torch.tensor([read]))[0, -1]).argmax())
        if token == 2:
            break
        read.append(token)
        again.append(token)
    assert ids == again, (number, ids, again)
print("same")
"""
    done = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "same", done.stderr


def test_questions_behind_one_text_are_answered_as_if_each_stood_alone() -> None:
    check = """
import numpy as np, torch
from training.model import Config, Llama
from training.train import _single, tensors
torch.manual_seed(1)
model = Llama(Config(2, 32, 64, 4, 2, 96, 10000.0, 1e-5), 4)
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.3)
ids = np.random.default_rng(1).integers(3, 90, 25)
row = {"task": "person", "prompt": 10, "parts": [[4, 1], [2, 3], [4, 1]], "length": 25}
class Examples:
    def ids(self, row):
        return ids
batch = tensors(Examples(), [row], torch.device("cpu"))
with torch.no_grad():
    together = model(batch.tokens, places=batch.places, mask=batch.mask)[0]
    start = 10
    for (question, answer), (_, _, prompt) in zip(row["parts"], _single(Examples(), row), strict=True):
        alone = model(torch.tensor([prompt]))[0, -1]
        assert torch.allclose(alone, together[start + question - 1], atol=1e-4)
        wanted = batch.wanted[0, start + question - 1 : start + question + answer - 1]
        assert wanted.tolist() == ids[start + question : start + question + answer].tolist()
        start += question + answer
assert int((batch.wanted >= 0).sum()) == 5
print("same")
"""
    done = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "same", done.stderr


def test_llama_cpp_computes_the_same_with_the_exported_adapter(small_model: Path, tmp_path: Path) -> None:
    make = (
        "import sys; from pathlib import Path; import numpy as np; from training.gguf import Gguf; "
        "from training.model import Config, LINEAR\n"
        "config = Config.of(Gguf(Path(sys.argv[1]))); draw = np.random.default_rng(3)\n"
        "factors = {f'blk.{layer}.{name}.{f}': draw.normal(0, 0.02, s).astype(np.float16)"
        " for layer in range(config.layers) for name in LINEAR"
        " for f, s in (('a', (16, config.shape(name)[1])), ('b', (config.shape(name)[0], 16)))}\n"
        "np.savez(sys.argv[2], alpha=np.float32(32), rank=np.int64(16), **factors)"
    )
    subprocess.run([sys.executable, "-c", make, str(small_model), str(tmp_path / "adapter.npz")], cwd=ROOT, check=True)
    said = run("export", tmp_path / "adapter.npz", tmp_path / "adapter.gguf", "--base", small_model)
    assert "sha256" in said
