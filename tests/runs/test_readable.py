"""Which released texts are read: the same ones whoever looks, and none that failed."""

import anyio
import pytest

from gyges.corpus import bundled_corpus
from gyges.records import Release
from gyges.runs._audit import by_id
from gyges.runs._readable import ReadableTexts, readable_texts
from gyges.runs.workers import Workers

ONE, TWO, THREE = DOCUMENTS = bundled_corpus()[:3]
RELEASES = {ONE.id: Release(ONE.id, ONE.text, "t"), TWO.id: Release(TWO.id, "", "t", {"failed": "declined"})}


async def _look(jobs: int) -> ReadableTexts:
    if jobs == 1:
        return await readable_texts(by_id(DOCUMENTS), RELEASES, None)
    async with Workers(jobs) as workers:
        return await readable_texts(by_id(DOCUMENTS), RELEASES, workers)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_release_that_failed_is_not_among_the_texts_that_can_be_read(jobs: int) -> None:
    texts = anyio.run(_look, jobs)
    assert dict(texts.items()) == {ONE.id: ONE.text} == dict(texts)
    assert len(texts) == 1
    assert ONE.id in texts
    for gone in (TWO.id, THREE.id, "nobody"):
        assert gone not in texts
        assert texts.get(gone) is None
