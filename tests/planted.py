"""A scripted model that reads the invented texts which every confirming model is given."""

from gyges.corpus import bundled_corpus
from gyges.records import Document, Subject
from gyges.testing import ChatRequest


def bundled_in(request: ChatRequest) -> Document | None:
    """Return the bundled document that a request holds; None for any other."""
    said = request.messages[-1].content
    return next((one for one in bundled_corpus() if one.text in said), None)


def as_annotated(document: Document) -> dict[str, object]:
    """Return the answer of a model that finds what annotators found."""
    return {"people": [_person(subject) for subject in document.subjects or ()]}


def _person(subject: Subject) -> dict[str, object]:
    facts = [{"tag": fact.tag, "quotes": [], "value": fact.value, "certainty": 5} for fact in subject.facts[:30]]
    return {"called": subject.description[:100], "description": subject.description, "how_many": 1, "facts": facts}
