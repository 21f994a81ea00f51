"""Texts that make a regular expression work hardest, made of its own structure.

For every repeat of a pattern: what leads to it, the shortest texts that its body reads, and signs that end the match.
What is read is asked of the parts themselves, compiled alone; so a class, a flag or a category means what it means in
the pattern.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from itertools import islice
from typing import Any

__all__ = ["Pumped", "pumped_text", "pumped_units"]

compiler: Any = import_module("re._compiler")  # no other way to a pattern as Python reads it; checkers do not know it
ops: Any = import_module("re._constants")
parser: Any = import_module("re._parser")

MANY = 30
"""Repeats of up to so many times read a bounded text; the others are pumped."""
SAMPLES = 4
"""Ways to read the body of one repeat."""
MOST_UNITS = 48
"""Units of its own for one pattern; of more, every so many are taken."""
END = "\0"
"""What hardly a pattern goes on with."""
GENERIC = (
    " ", "\n", "\t", "a", "A", "7", "é", "中", ".", ",", "-", "'", '"', "(", "[", "<", "{", ":", "/", "@", "*", "_",
    "#", "a ", "A ", "Ab ", "7 ", "a. ", "A b ", "Ab. ", "a, ", "A, ", "a-", "a'", "a/", "a.", "7.", "7,", "7-",
    "7/", "7:", "A.", "A. ", "a\n", "Ab\n", " \n", "- ", "> ", "a: ", "A: b\n", "the ", "and ", "Ann and ", "of the ",
    "[A] ", "(a) ", '"a" ', "a@b.", "+7 ", "$7 ", "€", "aA", "a7", "1 May ", "\r\n",
)  # fmt: skip
"""Units that say something to many patterns."""

_EVERYDAY = "a A7.,-'\"\n:;!?()[]<>{}/\\|@#$€%&*+=~^`_\t…–—’“”•·→é中\u00a0"
_REPEATS = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)
Item = tuple[Any, Any]
Pumped = tuple[str, str]
"""What leads to it, and what is repeated."""


class _Samples:
    """The shortest texts that parts of one pattern read."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.parsed = parser.parse(pattern, flags)
        self._alphabet = list(dict.fromkeys((*_EVERYDAY, *pattern)))
        self._known: dict[str, list[str]] = {}

    def of(self, items: Iterable[Item]) -> list[str]:
        """Return some of the shortest texts that items in a row read; the first is the plainest."""
        found = [""]
        for item in items:
            read = self._of_item(*item)
            longer = [begun + read[0] for begun in found]
            longer += [found[0] + other for other in read[1:]]
            found = list(islice(dict.fromkeys(longer), SAMPLES))
        return found

    def _of_item(self, op: Any, value: Any) -> list[str]:
        if op in _REPEATS:
            least, _, body = value
            return [least * text for text in self.of(body)] if least else [""]
        if op is ops.SUBPATTERN:
            return self.of(value[-1])
        if op is ops.ATOMIC_GROUP:
            return self.of(value)
        if op is ops.BRANCH:
            each = [self.of(branch) for branch in value[1]]
            return list(islice((texts[0] for texts in each), SAMPLES))
        if op is ops.GROUPREF_EXISTS:
            return self.of(value[1])
        if op is ops.ASSERT and value[0] < 0:
            return self.of(value[1])
        if op in (ops.ASSERT, ops.ASSERT_NOT, ops.AT, ops.GROUPREF):
            return [""]
        return self._characters(op, value)

    def _characters(self, op: Any, value: Any) -> list[str]:
        if op is ops.LITERAL:
            return [chr(value)]
        key = f"{op} {value}"
        if key not in self._known:
            alone = parser.SubPattern(self.parsed.state, [(op, value)])
            reads = compiler.compile(alone, self.parsed.state.flags).fullmatch
            found = [char for char in self._alphabet if reads(char)]
            self._known[key] = found[:SAMPLES] or ["a"]
        return self._known[key]


def _repeats(samples: _Samples, items: Iterable[Item], before: str) -> Iterator[tuple[str, list[str]]]:
    """Yield what leads to each repeat, and what its body reads."""
    for op, value in items:
        if op in _REPEATS:
            _, most, body = value
            yield from _repeats(samples, body, before)
            if most is ops.MAXREPEAT or most > MANY:
                yield before, [text for text in samples.of(body) if text]
        elif op is ops.SUBPATTERN:
            yield from _repeats(samples, value[-1], before)
        elif op is ops.ATOMIC_GROUP:
            yield from _repeats(samples, value, before)
        elif op is ops.BRANCH:
            for branch in value[1]:
                yield from _repeats(samples, branch, before)
        elif op in (ops.ASSERT, ops.ASSERT_NOT):
            yield from _repeats(samples, value[1], before)
        elif op is ops.GROUPREF_EXISTS:
            for branch in value[1:]:
                yield from _repeats(samples, branch or (), before)
        before += samples.of([(op, value)])[0]


def _units(pattern: str, flags: int) -> list[Pumped]:
    samples = _Samples(pattern, flags)
    whole = samples.of(samples.parsed)[0]
    found: dict[Pumped, None] = {}
    for before, bodies in _repeats(samples, samples.parsed, ""):
        for body in bodies:
            found |= dict.fromkeys([(before, body), ("", before + body), ("", before)])
    found |= dict.fromkeys([("", whole), ("", whole[:-1]), ("", f"{whole} ")])
    return [one for one in found if one[1]]


def pumped_units(pattern: str, flags: int) -> list[Pumped]:
    """Return what leads to a pumped part and what is pumped: of the structure of a pattern, then everyday units."""
    own = _units(pattern, flags)
    return [*own[:: -(-len(own) // MOST_UNITS)], *(("", unit) for unit in GENERIC)]


@lru_cache(1024)
def pumped_text(pumped: Pumped, length: int) -> str:
    """Return a text that is pumped to a length, with an end that lets the match fail."""
    before, unit = pumped
    return before + (unit * (length // len(unit) + 1))[:length] + END
