"""Synthetic releases by a real, very small language model."""

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("opacus")

from anonymizers.synthesis.tiny import LENGTH, tiny_gpt2
from gyges.anonymizers.synthesis import EpochDone, SynthesisRecipe, find_budget, synthesize
from gyges.anonymizers.synthesis._libraries import load_language_model
from gyges.anonymizers.synthesis._records import training_records
from gyges.anonymizers.synthesis._synthesize import _with_adapters
from gyges.anonymizers.synthesis._training import Trainer
from gyges.corpus import bundled_corpus
from gyges.errors import ConfigError, InputError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document
from gyges.runs.linkage import LinkOptions, link_corpus

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]

DOCUMENTS = [
    Document(d.id, d.text[:160], meta={"genre": d.id.split("-")[0]})
    for d in bundled_corpus()
    if d.meta["split"] == "dev" and d.meta["language"] == "en"
][:12]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    return tiny_gpt2(tmp_path_factory.mktemp("gpt2"), [document.text for document in DOCUMENTS])


def _recipe(base: str, **changes: object) -> SynthesisRecipe:
    recipe = SynthesisRecipe(
        base, lora=False, epochs=2, batch_size=4, learning_rate=3e-3, max_length=80, seed=0, device="cpu"
    )
    return replace(recipe, **changes)  # type: ignore[arg-type]


def test_a_release_has_as_many_records_as_asked_for(base: str, tmp_path: Path) -> None:
    made = synthesize(DOCUMENTS, _recipe(base, count=5), tmp_path)
    assert [release.id for release in made.releases] == [f"synthetic-{n:05d}" for n in range(1, 6)]
    assert made.spent is None
    assert (tmp_path / "synthesis.json").exists()


def test_the_epsilon_of_the_result_is_the_accountants(base: str, tmp_path: Path) -> None:
    from opacus.accountants import RDPAccountant

    recipe = _recipe(base, epsilon=4.0, delta=1e-2)
    made = synthesize(DOCUMENTS, recipe, tmp_path)
    assert made.budget is not None
    assert made.spent is not None
    accountant = RDPAccountant()
    for _ in range(made.budget.steps):
        accountant.step(noise_multiplier=made.budget.noise, sample_rate=made.budget.sample_rate)
    assert made.spent == pytest.approx(accountant.get_epsilon(delta=1e-2))
    assert made.spent <= 4.0
    assert made.card(recipe)["recipe"]["seed"] is None  # type: ignore[index,call-overload]


def test_a_smaller_epsilon_takes_more_noise(base: str) -> None:
    noises = [find_budget(_recipe(base, epsilon=epsilon, delta=1e-2), 100) for epsilon in (1.0, 4.0, 64.0)]
    found = [budget.noise for budget in noises if budget is not None]
    assert found == sorted(found, reverse=True)
    assert found[0] > 2 * found[-1]


@pytest.mark.parametrize(
    "changes", [{}, {"epsilon": 8.0, "delta": 1e-2}, {"lora": True}], ids=["plain", "private", "lora"]
)
def test_a_training_that_was_stopped_ends_where_another_ends(
    base: str, tmp_path: Path, changes: dict[str, object]
) -> None:
    recipe = _recipe(base, count=2, **changes)
    whole = synthesize(DOCUMENTS, recipe, tmp_path / "whole")

    def stop(epoch: EpochDone) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        synthesize(DOCUMENTS, recipe, tmp_path / "parts", on_epoch=stop)
    rest: list[EpochDone] = []
    parts = synthesize(DOCUMENTS, recipe, tmp_path / "parts", on_epoch=rest.append)
    assert [epoch.number for epoch in rest] == [2]
    assert parts.epochs == whole.epochs
    assert parts.spent == whole.spent
    assert parts.releases == whole.releases


def test_a_folder_serves_its_texts_and_settings_alone_and_writes_more_records_without_another_training(
    base: str, tmp_path: Path
) -> None:
    synthesize(DOCUMENTS, _recipe(base, count=1), tmp_path)
    with pytest.raises(ConfigError, match="other settings"):
        synthesize(DOCUMENTS, _recipe(base, count=1, seed=1), tmp_path)
    with pytest.raises(ConfigError, match="other texts"):
        synthesize(DOCUMENTS[1:], _recipe(base, count=1), tmp_path)
    epochs: list[EpochDone] = []
    again = _recipe(base, count=3, temperature=0.7)
    assert len(synthesize(DOCUMENTS, again, tmp_path, on_epoch=epochs.append).releases) == 3
    assert epochs == []
    synthesize(DOCUMENTS, _recipe(base, count=1, seed=1), tmp_path, force=True)


def test_a_damaged_checkpoint_is_named(base: str, tmp_path: Path) -> None:
    (tmp_path / "training.pt").write_bytes(b"PK\x03\x04 half of it")
    with pytest.raises(ConfigError, match="cannot be read"):
        synthesize(DOCUMENTS, _recipe(base, count=1), tmp_path)


def test_a_secret_seed_is_written_nowhere(base: str, tmp_path: Path) -> None:
    seed = 987_654_321_123
    synthesize(DOCUMENTS, _recipe(base, count=1, epsilon=8.0, delta=1e-2, seed=seed), tmp_path)
    written = {path.name: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert written.keys() == {"training.pt", "synthesis.json"}
    starts = [seed, *(seed * 1_000_003 + number for number in range(8))]
    forms = [form for start in starts for form in (str(start).encode(), start.to_bytes(8, "little"))]
    assert not [name for name, data in written.items() if any(form in data for form in forms)]


def test_the_noise_of_a_private_training_cannot_be_repeated(base: str, tmp_path: Path) -> None:
    recipe = _recipe(base, count=4, epsilon=8.0, delta=1e-2, seed=None)
    one, other = (synthesize(DOCUMENTS, recipe, tmp_path / name) for name in ("one", "other"))
    assert one.epochs != other.epochs
    assert one.spent == other.spent


def test_the_card_of_a_private_release_holds_nothing_that_noise_did_not_cover(base: str, tmp_path: Path) -> None:
    recipe = _recipe(base, count=1, epsilon=8.0, delta=1e-2)
    card = synthesize(DOCUMENTS, recipe, tmp_path).card(recipe)
    assert card["cut"] is None
    assert {row["loss"] for row in card["epochs"]} == {None}  # type: ignore[union-attr,index,call-overload]


def test_a_record_is_never_longer_than_the_model_has_places_for(base: str, tmp_path: Path) -> None:
    made = synthesize(DOCUMENTS, _recipe(base, count=4, epochs=1, max_length=4 * LENGTH), tmp_path)
    assert all(release.text for release in made.releases)


def test_the_first_word_is_learned_too(base: str, tmp_path: Path) -> None:
    documents = [Document(f"d{n}", f"Zebra {word}.") for n, word in enumerate(("one", "two", "six", "ten"))]
    made = synthesize(documents, _recipe(base, count=6, epochs=40, temperature=0.1), tmp_path)
    assert all(release.text.startswith("Z") for release in made.releases)


@pytest.mark.parametrize("lora", [False, True], ids=["full", "lora"])
def test_gradients_of_single_records_are_those_of_the_records_alone(base: str, tmp_path: Path, lora: bool) -> None:
    torch = pytest.importorskip("torch")
    recipe = _recipe(base, lora=lora, epsilon=8.0, delta=1e-2)
    tokenizer, model = load_language_model(base)
    budget = find_budget(recipe, len(DOCUMENTS))
    trainer = Trainer(_with_adapters(model, recipe), recipe, budget, tokenizer.pad_token_id, tmp_path)
    batch = training_records(DOCUMENTS[:3], tokenizer, 60, ()).tokens
    trainer._losses(batch).sum().backward()
    weights = [weight for weight in trainer._model.parameters() if weight.requires_grad]
    together = [weight.grad_sample.clone() for weight in weights]
    for number, record in enumerate(batch):
        trainer._optimizer.zero_grad()
        trainer._losses([record]).sum().backward()
        for weight, each in zip(weights, together, strict=True):
            assert torch.allclose(weight.grad_sample[0], each[number], atol=1e-5)
            assert torch.allclose(weight.grad, each[number], atol=1e-5)


@pytest.mark.parametrize("changes", [{"epsilon": float("nan")}, {"epsilon": float("inf")}, {"top_p": 1.5}])
def test_settings_that_mean_nothing_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        SynthesisRecipe("base", **changes)  # type: ignore[arg-type]


def test_a_budget_that_no_noise_keeps_is_refused(base: str) -> None:
    with pytest.raises(ConfigError, match="no noise"):
        find_budget(_recipe(base, epsilon=1e-9, delta=1e-9, epochs=1000), 10)


def test_control_codes_stand_before_records_and_not_in_them(base: str, tmp_path: Path) -> None:
    made = synthesize(DOCUMENTS, _recipe(base, control=("genre",)), tmp_path)
    assert {release.trace["control"] for release in made.releases} <= {f"genre: {d.meta['genre']}" for d in DOCUMENTS}
    with pytest.raises(InputError, match="no 'colour'"):
        synthesize(DOCUMENTS, _recipe(base, control=("colour",)), tmp_path / "2")


def test_nothing_to_learn_from_is_refused(base: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no documents"):
        synthesize([], _recipe(base), tmp_path)
    with pytest.raises(InputError, match="no text"):
        synthesize([Document("a", " ")], _recipe(base), tmp_path)
    with pytest.raises(ConfigError, match="no folder"):
        synthesize(DOCUMENTS, _recipe("./nowhere"), tmp_path)


@pytest.mark.anyio
async def test_linkage_finds_more_in_plain_synthesis_than_in_private_one(base: str, tmp_path: Path) -> None:
    async def distance(**changes: object) -> float:
        folder = tmp_path / str(sorted(changes))
        made = synthesize(DOCUMENTS, _recipe(base, epochs=60, count=24, temperature=0.5, **changes), folder)
        async with ModelPool(cache=ReplyCache()) as pool:
            options = LinkOptions(paired=False, known=1, controls=False)
            results = await link_corpus(DOCUMENTS, made.releases, folder / "link", pool, options=options)
        value = results.semantic.distance.value
        return 1.0 if value is None else value

    plain = await distance()
    private = await distance(epsilon=1.0, delta=1e-2)
    assert plain < 0.8
    assert private > plain + 0.1
