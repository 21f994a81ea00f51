"""Reading the data sets of a plan."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from gyges.corpus import Place, StoreUrl, bundled_corpus, datasets, load_dataset, place_of, read_documents
from gyges.errors import BadRowError, ConfigError, InputError
from gyges.records import Document
from gyges.runs.benchmark._plan import DatasetChoice

__all__ = ["BUNDLED", "read_dataset"]

BUNDLED = "bundled"


def read_dataset(choice: DatasetChoice) -> list[Document]:
    """Return the documents of a data set.

    Raises:
        InputError: There is no such data set, or nothing is left of it.
    """
    documents = list(_read(choice))
    if choice.mentions:
        documents = _joined(documents, choice.mentions)
    if choice.split:
        documents = [document for document in documents if document.meta.get("split") == choice.split]
    if choice.marked_only:
        documents = [document for document in documents if document.mentions is not None]
    if not documents:
        narrowed = choice.split or choice.marked_only
        remedy = "check 'split' and 'marked_only' in the plan" if narrowed else "check the file"
        raise InputError(f"the data set '{choice.name}' has no documents", remedy)
    return _spread(documents, choice.limit)


def _read(choice: DatasetChoice) -> Iterable[Document]:
    known = choice.name in {known.name for known in datasets()}
    place = _written_place(choice.path or choice.name)
    if choice.name == BUNDLED and not choice.path:
        return bundled_corpus()
    if known and (choice.path or not Path(choice.name).exists()):
        return load_dataset(choice.name, choice.path or None)
    if isinstance(place, Path) and not place.exists():
        names = ", ".join([BUNDLED, *(known.name for known in datasets())])
        raise InputError(f"there is no data set '{place}'", f"name a file, a folder, or one of {names}")
    return read_documents(place, text_field=choice.text_field, id_field=choice.id_field)


def _written_place(name: str) -> Place:
    """Return where a file of a plan lies.

    Raises:
        ConfigError: It is a URL with a secret in it, which would be written down with the plan.
    """
    place = place_of(name)
    if isinstance(place, StoreUrl) and place.tells_secrets:
        raise ConfigError(
            f"{place} stands in the plan with a password, key or signature, and plans are written down",
            "give credentials by the environment of its library",
        )
    return place


def _joined(documents: Sequence[Document], path: str) -> list[Document]:
    marked = {document.id: document for document in read_documents(_written_place(path))}
    for document in documents:
        if document.id in marked and marked[document.id].text != document.text:
            raise BadRowError(
                f"{path}: the mentions of '{document.id}' are about another text",
                "use the file of mentions that was made for these texts",
            )
    if not marked.keys() & {document.id for document in documents}:
        raise InputError(f"no document has mentions in {path}", "use the ids of the documents")
    return [
        replace(document, mentions=marked[document.id].mentions) if document.id in marked else document
        for document in documents
    ]


def _spread(documents: list[Document], limit: int | None) -> list[Document]:
    """Return so many documents evenly spaced: files are often sorted, and the first ones are all of one kind."""
    if limit is None or limit >= len(documents):
        return documents
    return [documents[number * len(documents) // limit] for number in range(limit)]
