"""The function for ``datasets.map``, with the real library."""

from pathlib import Path

import datasets
import pytest

from gyges.bridges.datasets import AnonymizeRows, anonymize_rows

RUSSIAN = "Меня зовут Иван Петров, я живу в Москве и работаю врачом в городской больнице."


@pytest.fixture(autouse=True)
def _quiet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path)
    datasets.disable_progress_bars()


def _letters(*texts: str | None) -> datasets.Dataset:
    return datasets.Dataset.from_dict({"text": list(texts), "year": list(range(len(texts)))})


@pytest.mark.parametrize("how", [{"batched": True}, {"batched": False}, {"batched": True, "num_proc": 2}])
def test_releases_take_the_place_of_texts(how: dict[str, int]) -> None:
    made = _letters("Ask Tom Berger.", "Ana Reis lives in Porto.").map(anonymize_rows("text", "mask"), **how)
    assert made["text"][:] == ["Ask [NAME].", "[PERSON] lives in [LOC]."]
    assert made["year"][:] == [0, 1]


@pytest.mark.parametrize("texts", [("Call Ana Reis.", "Ask Tom Berger.", RUSSIAN), (RUSSIAN, None, "Ask Tom Berger.")])
def test_a_failed_row_has_a_reason_and_no_text_wherever_it_stands(texts: tuple[str | None, ...]) -> None:
    made = _letters(*texts).map(anonymize_rows("text", "mask"), batched=True, batch_size=1, writer_batch_size=1)
    for text, before, failed in zip(made["text"], texts, made["gyges_failed"], strict=True):
        assert (text is None) == bool(failed) == (before is None or before == RUSSIAN)


def test_one_key_gives_one_pseudonym_in_all_batches() -> None:
    rows = anonymize_rows("text", "mask", key="a key of some length", style="pseudonyms")
    made = _letters(*["Ask Tom Berger."] * 4).map(rows, batched=True, batch_size=2)
    assert len(set(made["text"])) == 1
    assert "Berger" not in made["text"][0]


def test_other_settings_are_not_answered_from_the_cache_of_datasets() -> None:
    letters = _letters("Ask Tom Berger.")
    first = letters.map(anonymize_rows("text", "mask"), batched=True)
    second = letters.map(anonymize_rows("text", "mask", style="stars"), batched=True)
    assert first["text"][0] != second["text"][0]


def test_the_key_is_not_shown() -> None:
    assert "secret" not in repr(AnonymizeRows("text", "mask", key="secret"))
