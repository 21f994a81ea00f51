"""Exporting a student as GGUF by a converter of the user's, and reading it back."""

from pathlib import Path

import numpy as np
import pytest

from gyges.anonymizers.distillation._distill import _converted
from gyges.errors import ConfigError

_CONVERTER = """
import sys
from pathlib import Path
import gguf
from safetensors.numpy import load_file
writer = gguf.GGUFWriter(sys.argv[sys.argv.index("--outfile") + 1], "llama")
for name, tensor in load_file(Path(sys.argv[1]) / "model.safetensors").items():
    writer.add_tensor(name, tensor)
writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.write_tensors_to_file()
writer.close()
"""


def test_what_the_converter_made_of_the_merged_model_can_be_read_back(tmp_path: Path) -> None:
    gguf, numpy = pytest.importorskip("gguf"), pytest.importorskip("safetensors.numpy")
    weights = np.arange(64, dtype=np.float32).reshape(8, 8)
    (tmp_path / "model").mkdir()
    numpy.save_file({"token_embd.weight": weights}, tmp_path / "model" / "model.safetensors")
    (tmp_path / "convert.py").write_text(_CONVERTER)
    (tensor,) = gguf.GGUFReader(_converted(tmp_path, tmp_path / "convert.py")).tensors
    assert tensor.name == "token_embd.weight"
    assert np.array_equal(tensor.data.reshape(8, 8), weights)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("import sys; sys.exit('no such architecture')", "no such architecture"),
        ("import sys; open(sys.argv[-1], 'w').write('nothing')", "is no GGUF file"),
    ],
)
def test_a_converter_that_makes_no_gguf_file_is_said_to_have_failed(tmp_path: Path, script: str, said: str) -> None:
    (tmp_path / "convert.py").write_text(script)
    with pytest.raises(ConfigError, match=said):
        _converted(tmp_path, tmp_path / "convert.py")
