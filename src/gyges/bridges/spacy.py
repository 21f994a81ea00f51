"""A spaCy component: what a method of Gyges replaces, as spans of the document, and the release itself.

``nlp.add_pipe("gyges")`` finds it by itself where Gyges is installed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from gyges.api import AnonymizeResult, anonymize
from gyges.bridges._extra import needs
from gyges.errors import GygesError
from gyges.records import Document as Text
from gyges.records import edits_from_json

with needs("spacy"):
    from spacy.language import Language
    from spacy.pipeline.pipe import Pipe
    from spacy.tokens import Doc, Span
    from spacy.util import filter_spans

__all__ = ["GygesComponent", "make_component"]

RELEASE = "gyges_release"
"""The attribute of a document that holds its release: ``doc._.gyges_release``."""
_BATCH = 128


class GygesComponent(Pipe):
    """Releases documents by a method, and marks the words it replaced.

    ``doc.spans[spans_key]`` holds the words with TAB's types as labels, widened to whole tokens; it stays empty for
    methods that rewrite. ``doc._.gyges_release`` is the released text. A document without a release is an error, which
    ``nlp.set_error_handler`` may handle; its attribute stays None and is never the original.
    """

    def __init__(
        self,
        name: str,
        method: str,
        options: Mapping[str, Any],
        spans_key: str,
        set_ents: bool,
        model: str | None,
    ) -> None:
        self.name = name
        self.key: str | bytes | None = None
        self._method, self._model = method, model
        self._options: dict[str, Any] = dict(options)
        self._spans_key, self._set_ents = spans_key, set_ents
        if not Doc.has_extension(RELEASE):
            Doc.set_extension(RELEASE, default=None)

    def __call__(self, doc: Doc) -> Doc:
        """Release one document."""
        return self._marked(doc, "0", self._released([doc]))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = _BATCH) -> Iterator[Doc]:
        """Release documents, many at a time."""
        handle: Callable[..., Any] = self.get_error_handler()
        docs = iter(stream)
        while batch := list(islice(docs, batch_size)):
            made = self._released(batch)
            for place, doc in enumerate(batch):
                try:
                    yield self._marked(doc, str(place), made)
                except GygesError as error:  # whoever set the handler decides; spaCy's own raises it
                    handle(self.name, self, [doc], error)

    def _released(self, docs: Iterable[Doc]) -> AnonymizeResult:
        texts = [Text(str(place), doc.text) for place, doc in enumerate(docs)]
        return anonymize(texts, self._method, model=self._model, key=self.key, **self._options)

    def _marked(self, doc: Doc, id_: str, made: AnonymizeResult) -> Doc:
        doc._.set(RELEASE, made.only(id_))
        edits = edits_from_json(made.releases[id_].trace.get("edits", []))
        spans = [
            doc.char_span(e.start, e.end, label=e.type, alignment_mode="expand")
            for e in edits
            if e.type and e.start < e.end
        ]
        found: list[Span] = [span for span in spans if span is not None]
        doc.spans[self._spans_key] = found
        if self._set_ents:
            doc.ents = tuple(filter_spans([*found, *doc.ents]))
        return doc


@Language.factory(
    "gyges",
    default_config={"method": "mask", "options": {}, "spans_key": "gyges", "set_ents": False, "model": None},
    assigns=[f"doc._.{RELEASE}", "doc.spans"],
)
def make_component(
    nlp: Language,
    name: str,
    method: str,
    options: dict[str, Any],
    spans_key: str,
    set_ents: bool,
    model: str | None,
) -> GygesComponent:
    """Return the component for a pipeline, as its configuration says."""
    return GygesComponent(name, method, options, spans_key=spans_key, set_ents=set_ents, model=model)
