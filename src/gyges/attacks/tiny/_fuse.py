"""Puts the adapter into the base weights, once a machine: so the model reads half as fast again as with both apart."""

import hashlib
import os
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from gyges.errors import InputError, MissingExtraError

__all__ = ["fused_weights"]

_FORM = b"1"  # of the file; another one gets another name
_MATRIX = 2
_NAME_DIGITS = 12
_OF_THE_FILE = ("GGUF.", "general.architecture", "general.file_type")  # these are written anew
_REMEDY = "run: gyges models get tiny --force"


def fused_weights(base: Path, adapter: Path) -> Path:
    """Return the base with the adapter in it, in eight bits, as a file beside the base; written unless it is there.

    Eight bits lose less than the four of the base did, and the runtime has its fastest routines for them.

    Raises:
        MissingExtraError: The extra is not installed.
        InputError: One of the files cannot be read, they do not fit each other, or the result cannot be written.
    """
    digest = hashlib.sha256(_FORM + adapter.read_bytes() + base.read_bytes()).hexdigest()[:_NAME_DIGITS]
    target = base.with_name(f"tiny-{digest}.gguf")
    if target.is_file():
        return target
    try:
        library = import_module("gguf")
    except ModuleNotFoundError as error:
        raise MissingExtraError("local", "the attacker 'tiny'") from error
    try:
        with tempfile.TemporaryDirectory(dir=base.parent) as folder:
            draft = Path(folder) / target.name
            _write(library, draft, library.GGUFReader(base), _Adapter(library, adapter))
            draft.replace(target)  # whole or not at all
    except OSError as error:
        raise InputError(
            f"the weights of 'tiny' cannot be put together in {base.parent} ({error})",
            "make the folder writable, or name another one by GYGES_HOME",
        ) from error
    except (ValueError, KeyError, IndexError, NotImplementedError) as error:  # the library's words for a bad file
        raise InputError(f"{base} with {adapter} cannot be loaded ({error})", _REMEDY) from error
    return target


class _Adapter:
    """What the adapter adds to each matrix."""

    def __init__(self, library: Any, path: Path) -> None:
        reader = library.GGUFReader(path)
        self._factors = {one.name: library.dequantize(one.data, one.tensor_type) for one in reader.tensors}
        self._alpha = float(reader.fields["adapter.lora.alpha"].contents())

    def names(self) -> set[str]:
        return {name.rpartition(".lora_")[0] for name in self._factors}

    def put_into(self, name: str, weights: Any) -> Any:
        first, second = (self._factors[f"{name}.lora_{factor}"] for factor in "ab")
        added = self._alpha / len(first) * (second @ first)
        if added.shape != weights.shape:
            raise ValueError(f"{name} has another shape")
        return weights + added


def _write(library: Any, path: Path, base: Any, adapter: _Adapter) -> None:
    changed = adapter.names()
    missing = changed - {tensor.name for tensor in base.tensors}
    if missing:
        raise ValueError(f"the base has no {min(missing)}")
    writer = library.GGUFWriter(path, base.fields["general.architecture"].contents())
    for name, field in base.fields.items():
        if not name.startswith(_OF_THE_FILE):
            inner = field.types[-1] if len(field.types) > 1 else None
            writer.add_key_value(name, field.contents(), field.types[0], sub_type=inner)
    writer.add_file_type(library.LlamaFileType.MOSTLY_Q8_0)
    types = library.GGMLQuantizationType
    for tensor in base.tensors:
        weights = library.dequantize(tensor.data, tensor.tensor_type)
        if tensor.name in changed:
            weights = adapter.put_into(tensor.name, weights)
        kind = types.Q8_0 if weights.ndim == _MATRIX else types.F32
        writer.add_tensor(tensor.name, library.quantize(weights.astype("float32"), kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    with path.open("rb") as stream:
        os.fsync(stream.fileno())
