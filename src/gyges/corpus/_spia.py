"""Documents in SPIA's own two shapes: people with all fifteen tags, and spans that count in UTF-16 units."""

from collections.abc import Sequence

from gyges.corpus._offsets import Utf16Index
from gyges.records import Document, Fact, Subject, taxonomy

__all__ = ["spia_entity_row", "spia_people_row"]


def spia_people_row(document: Document, annotator: str) -> dict[str, object]:
    """Return a document as a row of SPIA's files of people: each person has all tags, empty where nothing is known.

    What SPIA has no place for is left out: evidence, and the meta of the document.
    """
    people = document.subjects or ()
    numbered = _numbers(people)
    return {
        "metadata": {"data_id": document.id, "number_of_subjects": len(people), "annotator": annotator},
        "text": document.text,
        "subjects": [
            {"id": number, "description": person.description, "PIIs": _facts(person.facts)}
            for number, person in zip(numbered, people, strict=True)
        ],
    }


def spia_entity_row(document: Document, annotator: str) -> dict[str, object]:
    """Return a document as a row of SPIA's files of spans."""
    index = Utf16Index(document.text)
    return {
        "metadata": {"data_id": document.id},
        "text": document.text,
        "entities": [
            {
                "span_text": mention.text,
                "entity_type": mention.type,
                "start_offset": index.to_unit(mention.start),
                "end_offset": index.to_unit(mention.end),
                "span_id": str(number),
                "entity_id": mention.entity_id,
                "annotator": annotator,
                "identifier_type": mention.identifier.value,
            }
            for number, mention in enumerate(document.mentions or (), start=1)
        ],
    }


def _numbers(people: Sequence[Subject]) -> list[int]:
    """Return ids as SPIA has them: whole numbers. Ids that are none become places in the list."""
    plain = [person.id.isascii() and person.id.isdigit() and str(int(person.id)) == person.id for person in people]
    return [int(person.id) for person in people] if all(plain) else list(range(len(people)))


def _facts(facts: Sequence[Fact]) -> list[dict[str, object]]:
    tags = dict.fromkeys((*taxonomy("spia").names, *(fact.tag for fact in facts)))
    rows = []
    for tag in tags:
        held = [fact for fact in facts if fact.tag == tag] or [Fact(tag, "", 0, 0)]
        rows += [
            {"tag": tag, "keyword": fact.value, "certainty": fact.certainty, "hardness": fact.hardness} for fact in held
        ]
    return rows
