"""The spans in ``training/spans`` fit their texts."""

from collections import Counter

from training.spans import KINDS, annotated


def test_every_span_stands_in_its_text_and_a_fifth_is_kept_for_measuring() -> None:
    texts = list(annotated())
    kinds = Counter(span.kind for text in texts for span in text.spans)
    assert (len(texts), sum(text.measured for text in texts)) == (1560, 324)
    assert set(kinds) == set(KINDS)
    assert all(text.document.text[span.start : span.end].strip() for text in texts for span in text.spans)
