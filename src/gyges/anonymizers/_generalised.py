"""``annotated-general``: annotated spans become something broader instead of a label, so that the text still reads."""

from collections.abc import Callable

from gyges.anonymizers._annotated import masked_spans
from gyges.errors import InputError
from gyges.reading import find_dates, find_occupations, find_organisations, find_places
from gyges.records import Document, IdentifierType, JsonValue, Release

__all__ = ["GeneraliseAnnotated", "generalised"]

_ORGANISATIONS = {
    "company": "a company",
    "school": "a school",
    "university": "a university",
    "hospital": "a hospital",
    "court": "a court",
    "authority": "a public authority",
    "club": "a club",
    "church": "a church",
    "police": "the police",
    "army": "the army",
    "media": "a news outlet",
}


class GeneraliseAnnotated:
    """Replaces annotated mentions by broader words: a city by its country, a date by its year, a job by its field."""

    name = "annotated-general"

    def anonymize(self, document: Document) -> Release:
        """Return the generalised text; a document without annotations cannot be treated this way."""
        if document.mentions is None:
            raise InputError(f"document '{document.id}' has no annotated mentions", "choose another method")
        spans = masked_spans(m for m in document.mentions if m.identifier is not IdentifierType.NO_MASK)
        parts: list[str] = []
        edits: list[JsonValue] = []
        last = 0
        for start, end, type_ in spans:
            words = generalised(document.text[start:end], type_)
            parts += [document.text[last:start], words]
            edits.append({"start": start, "end": end, "type": type_, "text": words})
            last = end
        parts.append(document.text[last:])
        trace: dict[str, JsonValue] = {"edits": edits}
        return Release(document.id, "".join(parts), self.name, trace)


def generalised(words: str, type_: str) -> str:
    """Return broader words for a span of one of TAB's entity types.

    Example:
        >>> generalised("4 November 2024", "DATETIME")
        '2024'
    """
    return _BROADER[type_](words)


def _place(words: str) -> str:
    countries = [place.country for place in find_places(f"in {words}") if place.country]
    return countries[0] if countries else "somewhere"


def _date(words: str) -> str:
    years = [date.year for date in find_dates(words) if date.year]
    return str(years[0]) if years else "at some time"


def _organisation(words: str) -> str:
    kinds = [_ORGANISATIONS.get(found.kind) for found in find_organisations(words)]
    return next((kind for kind in kinds if kind), "an organisation")


def _attribute(words: str) -> str:
    sectors = [cue.sector for cue in find_occupations(words) if cue.sector]
    return f"working in {sectors[0].lower()}" if sectors else "of some background"


_BROADER: dict[str, Callable[[str], str]] = {
    "PERSON": lambda words: "somebody",
    "CODE": lambda words: "a number",
    "LOC": _place,
    "ORG": _organisation,
    "DEM": _attribute,
    "DATETIME": _date,
    "QUANTITY": lambda words: "some amount",
    "MISC": lambda words: "something",
}
