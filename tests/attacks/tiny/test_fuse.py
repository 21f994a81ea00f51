"""Base and adapter become one file."""

from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest

from gyges.attacks.tiny._fuse import fused_weights
from gyges.errors import InputError

ALPHA, RANK = 8.0, 2
MATRIX, VECTOR = "blk.0.attn_q.weight", "output_norm.weight"


def write(path: Path, tensors: dict[str, Any], **fields: float) -> Path:
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_array("tokenizer.ggml.tokens", ["a", "b"])
    for name, value in fields.items():
        writer.add_float32(name.replace("__", "."), value)
    for name, tensor in tensors.items():
        writer.add_tensor(name, tensor.astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def tensors_of(path: Path) -> dict[str, Any]:
    return {one.name: gguf.dequantize(one.data, one.tensor_type) for one in gguf.GGUFReader(path).tensors}


@pytest.fixture
def parts(tmp_path: Path) -> tuple[Path, Path, Any]:
    draw = np.random.default_rng(3)
    base = {MATRIX: draw.normal(size=(6, 32)), VECTOR: draw.normal(size=32)}
    first, second = draw.normal(size=(RANK, 32)), draw.normal(size=(6, RANK))
    factors = {f"{MATRIX}.lora_a": first, f"{MATRIX}.lora_b": second}
    wanted = {**base, MATRIX: base[MATRIX] + ALPHA / RANK * second @ first}
    adapter = write(tmp_path / "adapter.gguf", factors, adapter__lora__alpha=ALPHA)
    return write(tmp_path / "base.gguf", base, llama__rope__freq_base=10000.0), adapter, wanted


def test_the_product_of_the_factors_is_added_and_the_rest_stays(parts: tuple[Path, Path, Any]) -> None:
    base, adapter, wanted = parts
    path = fused_weights(base, adapter)
    found = tensors_of(path)
    assert np.abs(found[MATRIX] - wanted[MATRIX]).max() < np.abs(wanted[MATRIX]).max() / 127
    assert np.array_equal(found[VECTOR], wanted[VECTOR].astype(np.float32))
    fields = gguf.GGUFReader(path).fields
    assert fields["tokenizer.ggml.tokens"].contents() == ["a", "b"]
    assert fields["llama.rope.freq_base"].contents() == 10000.0


def test_it_is_written_once_for_an_adapter_and_anew_for_another(parts: tuple[Path, Path, Any], tmp_path: Path) -> None:
    base, adapter, _ = parts
    path = fused_weights(base, adapter)
    written = path.stat().st_mtime_ns
    assert fused_weights(base, adapter) == path
    assert path.stat().st_mtime_ns == written
    zero = {f"{MATRIX}.lora_a": np.zeros((RANK, 32)), f"{MATRIX}.lora_b": np.zeros((6, RANK))}
    other = write(tmp_path / "other.gguf", zero, adapter__lora__alpha=ALPHA)
    assert fused_weights(base, other) != path


def test_files_that_do_not_fit_leave_nothing_behind(parts: tuple[Path, Path, Any], tmp_path: Path) -> None:
    base, _, _ = parts
    strange = {"blk.9.attn_q.weight.lora_a": np.zeros((RANK, 32)), "blk.9.attn_q.weight.lora_b": np.zeros((6, RANK))}
    adapter = write(tmp_path / "strange.gguf", strange, adapter__lora__alpha=ALPHA)
    (tmp_path / "broken.gguf").write_bytes(b"no weights at all")
    with pytest.raises(InputError, match="has no blk"):
        fused_weights(base, adapter)
    with pytest.raises(InputError, match="cannot be loaded"):
        fused_weights(tmp_path / "broken.gguf", adapter)
    assert not list(tmp_path.glob("tiny-*"))
