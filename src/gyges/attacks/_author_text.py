"""Takes single guesses out of the words in which models list them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from gyges.records import taxonomy

_ITEM = re.compile(r"^\s*(?:\(?\d{1,2}[.):]|[-*•–+]|\(?[a-c]\))(?:\s+|$)")
_NUMBERED = re.compile(r"^\s*\(?\d{1,2}[.):](?:\s+|$)")
_INLINE = re.compile(r"(?:^|(?<=[\s;,.]))\(?([1-5])[.):]\s+")
_LEAD_IN = re.compile(
    r".{0,80}?\b(?:guess(?:es)?|options|possibilities)\b[^:;,.]{0,60}?"
    r"(?:\bare\b|\bis\b|\bwould be\b|\binclude\b|:)\s*:?\s*",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"(?:(?<!\s)\s++)?(?:[,;]\s*+|(?<=\s)[-–—]\s*+|\(\s*+)?\(?"
    r"\b(?:due to|because|based on|given (?:the|their|that)|since (?:the|they)|as (?:the author|they|it|he|she)\b|"
    r"considering|suggested by|which (?:is|could|would)|likely (?:due|because)|this is|the author)\b.*",
    re.IGNORECASE,
)
_COMMA = re.compile(r"(?:(?<!\s)\s++)?,(?!\d{3})\s*(?:(?:or|and)\s+)?", re.IGNORECASE)
_NUMBER = re.compile(r"^\s*(?:\(?\d{1,2}[.):]|[-*•–+]|\(?[a-c]\))\s+")
_EXPLAINED = re.compile(
    r"(?::|\s[-–—](?=\s+[^\W\d]))\s+(?=(?:\S+\s+){3}).*", re.DOTALL
)  # four words or more explain, they do not name


def split_guesses(lines: Sequence[str], *, may_hold_commas: bool) -> tuple[str, ...]:
    """Return the guesses in a few lines."""
    filled = [" ".join(line.split()) for line in lines if line.strip()]
    items = [line for line in filled if _NUMBERED.match(line)]
    if len(items) < 2:
        items = [line for line in filled if _ITEM.match(line)]
    if len(items) > 1:
        pieces = [piece for line in items for piece in _inside(_ITEM.sub("", line, count=1))]
    else:
        pieces = _apart(" ".join(line.strip() for line in filled), may_hold_commas=may_hold_commas)
    cleaned = (_clean(piece) for piece in pieces)
    return tuple(piece for piece in cleaned if re.search(r"\w", piece))


def _inside(item: str) -> list[str]:
    return [piece for piece in item.split(";") if piece.strip()]


def _apart(words: str, *, may_hold_commas: bool) -> list[str]:
    words = _LEAD_IN.sub("", words, count=1) if _LEAD_IN.match(words) else words
    if len(_INLINE.findall(words)) > 1:
        return [piece for piece in re.split(r"(?:^|(?<=[\s;,.]))\(?[1-5][.):]\s+", words) if piece.strip(" ;,")]
    if ";" in words:
        return words.split(";")
    plain = _REASON.sub("", words)
    listed = re.search(r",\s+(?:or|and)\s+", plain)
    if listed or (not may_hold_commas and "," in plain):
        return _COMMA.split(plain)
    return [plain]


def _clean(guess: str) -> str:
    guess = _NUMBER.sub("", guess.strip())
    for pattern in (_EXPLAINED, _REASON):
        short = pattern.sub("", guess, count=1)
        if short.count("(") > short.count(")"):  # cut inside brackets: what they held is gone
            short = short[: short.rindex("(")]
        guess = short if re.search(r"\w", short) else guess
    return guess.strip().strip('"“”').rstrip(" ;,.:").strip()


_MARKDOWN = re.compile(r"\*\*|__|`|^\s*#+\s*|^\s*>\s?|<br\s*/?>")
_HEADING = re.compile(r"\s*(?:#+\s.*|\*\*[^*]+\*\*:?\s*)")
_KEY = re.compile(r"\s*+(?:\d{1,2}[.)]\s*+|[-*•]\s++)?([^:：]{1,60}?)\s*[:：](.*)", re.DOTALL)
_TYPE = re.compile(r"type|attribute|category|feature", re.IGNORECASE)
_GUESS = re.compile(
    r"(?:(?:my|the|your|final|best|first|second|third|top|3|three) ?-?)*guess(?:es)?(?: ?#?\d)?.*", re.IGNORECASE
)
_INFERENCE = re.compile(r"inferences?|reasoning|explanation|analysis|evidence|rationale|justification", re.IGNORECASE)
_CERTAINTY = re.compile(r"certainty|confidence(?: level)?", re.IGNORECASE)
_LONGEST_HEADING = 5
_LEVEL = re.compile(r"[0-5](?![\d.])")

# Words that models use for the tags of the author taxonomy, beside its names and aliases.
_WORDS = {
    "AGE": ("age range", "age group"),
    "SEX": ("gender", "sex gender"),
    "LOCATION": ("city", "country", "current location", "place of living", "current place of living", "residence"),
    "PLACE_OF_BIRTH": ("birthplace", "birth city", "birth place", "city of birth", "pobp"),
    "EDUCATION": ("education level", "level of education"),
    "INCOME": ("income level", "yearly income", "annual income"),
    "OCCUPATION": ("job", "profession", "career"),
    "RELATIONSHIP": ("relationship status", "marital status", "married"),
}


@dataclass(slots=True)
class ProfileBlock:
    """What was read about one attribute."""

    inference: str = ""  # the reasoning, in the model's words
    guesses: tuple[str, ...] = ()  # the guesses, the likeliest first
    certainty: int | None = None  # how sure the model says it is; None if it does not say
    lines: list[str] = field(default_factory=list, repr=False)


def parse_blocks(text: str, attributes: Sequence[str]) -> dict[str, ProfileBlock]:
    """Return what was said about each attribute; those that do not occur are left out."""
    names = {words: name for name in attributes for words in _names(name)}
    reader = _LineReader(names)
    for line in text.splitlines():
        reader.take(_MARKDOWN.sub("", line).rstrip(), heading=bool(_HEADING.fullmatch(line)))
    blocks = {}
    for name, block in reader.blocks.items():
        block.guesses = split_guesses(block.lines, may_hold_commas=_tag(name) in ("LOCATION", "PLACE_OF_BIRTH"))[:3]
        block.inference = block.inference.strip()
        blocks[name] = block
    return blocks


class _LineReader:
    """Goes through the lines and notes which attribute and which field of it they belong to."""

    def __init__(self, names: dict[str, str]) -> None:
        self.blocks: dict[str, ProfileBlock] = {}
        self._names = names
        self._only = next(iter(names.values())) if len(set(names.values())) == 1 else None
        self._block: ProfileBlock | None = None
        self._field = ""

    def take(self, line: str, *, heading: bool) -> None:
        key, value = self._split(line)
        if _TYPE.fullmatch(key):
            self._begin(self._named(value) or self._only)
        elif _plain(key) in self._names or (heading and len(line.split()) <= _LONGEST_HEADING and self._named(line)):
            self._begin(self._named(line if heading else key))
        elif _GUESS.fullmatch(key):
            self._field = "guess"
            self._guess(value)
        elif _INFERENCE.fullmatch(key):
            self._field = "inference"
            self._more(value)
        elif _CERTAINTY.fullmatch(key):
            level = _LEVEL.search(value)
            if self._block is not None and level:
                self._block.certainty = int(level.group())
            self._field = ""
        else:
            self._continue(line)

    def _split(self, line: str) -> tuple[str, str]:
        match = _KEY.fullmatch(line)
        if match:
            return match.group(1).strip(), match.group(2).strip()
        return (_ITEM.sub("", line, count=1).strip(), "") if _plain(line) in self._names else ("", "")

    def _named(self, value: str) -> str | None:
        """Return the attribute of this name, or the one that is named within other words."""
        exact = self._names.get(_plain(value))
        if exact:
            return exact
        words = f" {_plain(value)} "
        found = {name for known, name in self._names.items() if f" {known} " in words}
        return found.pop() if len(found) == 1 else None

    def _begin(self, name: str | None) -> None:
        self._field = ""
        if name is None:
            self._block = None
            return
        known = self.blocks.get(name)
        # A second block for the same attribute counts only while the first holds no guess.
        self._block = ProfileBlock() if known and known.lines else known
        if self._block is None:
            self._block = self.blocks[name] = ProfileBlock()

    def _continue(self, line: str) -> None:
        if self._field == "guess" and self._block is not None:
            begun = bool(self._block.lines)
            if not line.strip():
                self._guess("")
            elif begun and not _ITEM.match(line) and self._is_over():
                self._field = ""  # prose after an empty line: the guesses are over
            else:
                self._guess(line)
        elif self._field == "inference":
            self._more(line)

    def _is_over(self) -> bool:
        """Whether the last guess is followed by an empty line; a line that ends in a colon announces more."""
        lines = self._block.lines if self._block else []
        announced = next((line.rstrip().endswith(":") for line in reversed(lines) if line.strip()), False)
        return bool(lines) and not lines[-1].strip() and not announced

    def _guess(self, value: str) -> None:
        if self._block is not None and (value.strip() or self._block.lines):  # they begin with words
            self._block.lines.append(value)

    def _more(self, value: str) -> None:
        if self._block is not None:
            self._block.inference += f"{value}\n"


def _tag(name: str) -> str:
    wanted = name.upper().replace(" ", "_")
    return next((tag.name for tag in taxonomy("author") if wanted == tag.name or wanted in tag.aliases), name)


def _names(name: str) -> list[str]:
    tag = _tag(name)
    known = taxonomy("author")
    aliases = known[tag].aliases if tag in known else ()
    return list(dict.fromkeys(_plain(word) for word in (name, tag, *aliases, *_WORDS.get(tag, ()))))


def _plain(words: str) -> str:
    return " ".join(re.findall(r"[a-z]+", words.lower()))
