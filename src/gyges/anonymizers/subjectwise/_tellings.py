"""What a model was told to close: who, which kind of fact, which words gave it away, and what is given up."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding
from gyges.models import DocumentText
from gyges.records import Tier, taxonomy

GIVEN_UP = "what is left was told twice and could not be closed"
"""Why rounds end in which nothing new can be told."""

_MOST_TELLINGS = 2  # what two rewrites could not close is what the text is about, or more than it says
_MOST_QUOTES = 6  # shown of one leak
_DIRECT = frozenset(tag.name for tag in taxonomy("spia") if tag.tier is Tier.DIRECT)


@dataclass(slots=True)
class _Line:
    """One kind of fact about one person: values and quotes as they were found, and the texts it was told of."""

    values: dict[str, None] = field(default_factory=dict)
    quotes: dict[str, None] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Tellings:
    """All lines about the people of one document, in the order in which they were found."""

    _people: dict[str, str] = field(default_factory=dict)
    _lines: dict[str, dict[str, _Line]] = field(default_factory=dict)

    def note(self, text: str, people: Sequence[PersonStanding], *, told: bool = True) -> None:
        """Remember what was found in a text, and whether a model is told so; the same text counts once."""
        for person in people:
            self._people.setdefault(person.id, _name(person))
            lines = self._lines.setdefault(person.id, {})
            for leak in person.leaks:
                line = lines.setdefault(leak.tag, _Line())
                line.values[leak.value] = None
                line.quotes |= dict.fromkeys(_quotes(text, leak))
                if told:
                    line.texts.add(text)

    def still_open(self, text: str, people: Sequence[PersonStanding]) -> list[PersonStanding]:
        """Return people with what is worth telling of a text: names and numbers always, everything else twice."""
        kept = (
            replace(person, leaks=tuple(leak for leak in person.leaks if self._is_open(person.id, leak.tag, text)))
            for person in people
        )
        return [person for person in kept if person.leaks]

    def clues(self) -> str:
        """Return all that was ever found, one line a kind of fact, under the people it is about; empty if nothing."""
        rows: list[str] = []
        for person, lines in self._lines.items():
            if lines:
                rows.append(f"About {self._people[person]}:")
                rows += [_row(tag, " / ".join(line.values), line.quotes) for tag, line in lines.items()]
        return DocumentText("\n".join(rows)) if rows else ""

    def _is_open(self, person: str, tag: str, text: str) -> bool:
        line = self._lines.get(person, {}).get(tag)
        return line is None or tag in _DIRECT or len(line.texts - {text}) < _MOST_TELLINGS


def leaks_text(text: str, shown: Sequence[tuple[PersonStanding, Leak]]) -> DocumentText:
    """Return leaks as lines under the people they are about, each with the words that gave it away."""
    rows: list[str] = []
    last = ""
    for person, leak in shown:
        if person.id != last:
            rows.append(f"About {_name(person)}:")
            last = person.id
        rows.append(_row(leak.tag, leak.value, dict.fromkeys(_quotes(text, leak))))
    return DocumentText("\n".join(rows))


def faint_leaks(people: Sequence[PersonStanding]) -> list[tuple[PersonStanding, Leak]]:
    """Return what is guessed at faintly, but rightly, with the people it is about."""
    return [(person, leak) for person in people for leak in person.faint]


def guesses_text(text: str, shown: Sequence[tuple[PersonStanding, Leak]]) -> str:
    """Return guesses as `leaks_text` does; empty if there are none."""
    return leaks_text(text, shown) if shown else ""


def _name(person: PersonStanding) -> str:
    return " ".join(person.description.split())


def _row(tag: str, value: str, quotes: Collection[str]) -> str:
    return f"- {tag}: {value}" + (" - given away by: " + " | ".join(list(quotes)[:_MOST_QUOTES]) if quotes else "")


def _quotes(text: str, leak: Leak) -> list[str]:
    return [" ".join(text[start:end].split()) for start, end in leak.places]
