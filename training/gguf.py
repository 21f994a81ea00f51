"""Reads the tensors of a GGUF file as float32, and writes adapters as GGUF. NumPy only, so that it runs anywhere."""

import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

__all__ = ["Gguf", "token_bytes", "write_gguf"]

_MAGIC, _VERSION, _ALIGNMENT = b"GGUF", 3, 32
_U32, _F32, _STRING, _ARRAY = 4, 6, 8, 9
_PLAIN = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_BLOCK = 32  # weights in a block of the quantised types below
# type: (name, bytes of a block, weights of a block)
_TYPES = {0: ("F32", 4, 1), 1: ("F16", 2, 1), 3: ("Q4_1", 20, _BLOCK), 8: ("Q8_0", 34, _BLOCK)}
_F16_TYPE = 1
FloatArray = npt.NDArray[np.float32]


@dataclass(frozen=True)
class _Place:
    shape: tuple[int, ...]  # fastest axis last, as NumPy counts
    type: int
    offset: int


class Gguf:
    """A GGUF file, read into memory."""

    def __init__(self, path: Path) -> None:
        self.fields: dict[str, Any] = {}
        self._places: dict[str, _Place] = {}
        with path.open("rb") as stream:
            if stream.read(4) != _MAGIC:
                raise ValueError(f"{path} is no GGUF file")
            _, tensors, fields = _unpack(stream, "<IQQ")
            for _ in range(fields):
                name = _string(stream)
                self.fields[name] = _value(stream, _unpack(stream, "<I")[0])
            for _ in range(tensors):
                name = _string(stream)
                axes = _unpack(stream, "<I")[0]
                shape = _unpack(stream, f"<{axes}Q")
                kind, offset = _unpack(stream, "<IQ")
                self._places[name] = _Place(tuple(reversed(shape)), kind, offset)
            start = stream.tell()
            stream.seek(start + -start % self.fields.get("general.alignment", _ALIGNMENT))
            self._data = stream.read()

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __getitem__(self, name: str) -> FloatArray:
        """Return a tensor in float32."""
        place = self._places[name]
        label, size, weights = _TYPES[place.type]
        count = int(np.prod(place.shape))
        raw = np.frombuffer(self._data, np.uint8, count // weights * size, place.offset)
        weights_read: FloatArray = _DEQUANTISE[label](raw)
        return weights_read.reshape(place.shape)


def token_bytes(tokens: Iterable[str]) -> list[bytes]:
    """Return the bytes of tokens that a file spells with a letter for each byte; of a token of control, its letters."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    codes = {chr(code): code for code in plain}
    codes |= {chr(256 + number): code for number, code in enumerate(sorted(set(range(256)) - set(plain)))}
    return [bytes(codes[letter] for letter in token if letter in codes) for token in tokens]


def write_gguf(path: Path, fields: Mapping[str, str | int | float], tensors: Mapping[str, FloatArray]) -> None:
    """Write tensors as float16, with fields of text, whole numbers and fractions."""
    with path.open("wb") as stream:
        stream.write(_MAGIC + struct.pack("<IQQ", _VERSION, len(tensors), len(fields)))
        for name, value in fields.items():
            stream.write(_packed(name))
            if isinstance(value, str):
                stream.write(struct.pack("<I", _STRING) + _packed(value))
            elif isinstance(value, int):
                stream.write(struct.pack("<II", _U32, value))
            else:
                stream.write(struct.pack("<If", _F32, value))
        offset = 0
        for name, tensor in tensors.items():
            shape = tuple(reversed(tensor.shape))
            stream.write(_packed(name) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape))
            stream.write(struct.pack("<IQ", _F16_TYPE, offset))
            offset += tensor.size * 2 + -(tensor.size * 2) % _ALIGNMENT
        _pad(stream)
        for tensor in tensors.values():
            stream.write(np.ascontiguousarray(tensor, np.float16).tobytes())
            _pad(stream)


def _unpack(stream: BinaryIO, form: str) -> tuple[Any, ...]:
    return struct.unpack(form, stream.read(struct.calcsize(form)))


def _string(stream: BinaryIO) -> str:
    return stream.read(_unpack(stream, "<Q")[0]).decode("utf-8")


def _value(stream: BinaryIO, kind: int) -> Any:
    if kind == _STRING:
        return _string(stream)
    if kind == _ARRAY:
        inner, count = _unpack(stream, "<IQ")
        return [_value(stream, inner) for _ in range(count)]
    return _unpack(stream, _PLAIN[kind])[0]


def _packed(text: str) -> bytes:
    raw = text.encode("utf-8")
    return struct.pack("<Q", len(raw)) + raw


def _pad(stream: BinaryIO) -> None:
    stream.write(b"\0" * (-stream.tell() % _ALIGNMENT))


def _halves(blocks: npt.NDArray[np.uint8]) -> FloatArray:
    return np.ascontiguousarray(blocks).view(np.float16).astype(np.float32)


def _q4_1(raw: npt.NDArray[np.uint8]) -> FloatArray:
    """A step and a floor in float16, then 32 numbers of four bits: the low halves of 16 bytes, then the high ones."""
    blocks = raw.reshape(-1, 20)
    step, floor = _halves(blocks[:, 0:2]), _halves(blocks[:, 2:4])
    numbers = np.concatenate([blocks[:, 4:] & 0xF, blocks[:, 4:] >> 4], axis=1).astype(np.float32)
    return np.asarray(numbers * step + floor, np.float32)


def _q8_0(raw: npt.NDArray[np.uint8]) -> FloatArray:
    """A step in float16, then 32 signed bytes."""
    blocks = raw.reshape(-1, 34)
    numbers = np.ascontiguousarray(blocks[:, 2:]).view(np.int8).astype(np.float32)
    return np.asarray(numbers * _halves(blocks[:, 0:2]), np.float32)


_DEQUANTISE = {
    "F32": lambda raw: raw.view(np.float32),
    "F16": lambda raw: raw.view(np.float16).astype(np.float32),
    "Q4_1": _q4_1,
    "Q8_0": _q8_0,
}
