"""Searches in a world where the best instruction is known."""

from pathlib import Path

import pytest

from gyges.errors import ConfigError
from gyges.tuning import GepaSearch, Goal, load_task
from tuning.small_world import PLANTED, Hunt, documents, hunt, true_scores


@pytest.fixture(scope="module")
def hunts(tmp_path_factory: pytest.TempPathFactory) -> list[Hunt]:
    folder = tmp_path_factory.mktemp("hunts")
    return [hunt(folder, seed, GepaSearch()) for seed in range(2)]


def test_the_planted_best_instruction_is_found_within_the_default_budget(hunts: list[Hunt]) -> None:
    assert true_scores(PLANTED, documents(60)) == (1.0, 1.0)
    assert all(true_scores(one.best, documents(60)) == (1.0, 1.0) for one in hunts)


def test_the_pool_is_kept_when_the_phase_turns(hunts: list[Hunt]) -> None:
    for one in hunts:
        pool = one.found.pool
        phases = [candidate.phase for candidate in pool.candidates]
        assert phases == sorted(phases, key=("seed", "warm", "rich").index)
        assert pool.turned is not None
    everybody = [candidate for one in hunts for candidate in one.found.pool.candidates]
    assert any(c.phase == "warm" for c in everybody)
    assert any(c.phase == "rich" and c.parent is not None and c.parent > 0 for c in everybody)


def test_phase_two_scores_candidates_on_a_part_and_finalists_on_all(hunts: list[Hunt]) -> None:
    for one in hunts:
        everything = len(one.work.validation)
        late = [c for c in one.found.pool.candidates if c.phase == "rich" and c.number not in one.found.whole]
        assert all(len(candidate.scores) == int(0.3 * everything) for candidate in late)
        assert all(len(candidate.scores) == everything for candidate in one.found.candidates)
        assert all(entry.candidate.number in one.found.whole for entry in one.menu)


@pytest.mark.parametrize(("seed", "floor"), [(0, 0.5), (2, 0.9)])
def test_a_hard_floor_is_kept_by_every_instruction_that_is_returned(tmp_path: Path, seed: int, floor: float) -> None:
    found = hunt(tmp_path, seed, GepaSearch(), goal=Goal("floor", floor=floor), budget=900)
    assert all(entry.candidate.mean.privacy >= floor for entry in found.menu)
    # What the judge of utility says is noisy; what the floor is about is not.
    assert all(true_scores(entry.candidate.instruction, found.work.validation)[0] >= floor for entry in found.menu)


def test_with_a_floor_nobody_reaches_nothing_is_returned(tmp_path: Path) -> None:
    found = hunt(tmp_path, 0, GepaSearch(), goal=Goal("floor", floor=1.0), budget=150)
    assert found.menu == []


@pytest.mark.parametrize("budget", [41, 97, 333])
def test_the_cap_holds_in_the_middle_of_an_iteration(tmp_path: Path, budget: int) -> None:
    found = hunt(tmp_path, 3, GepaSearch(), budget=budget)
    assert found.asked <= found.work.used <= budget
    assert found.menu  # the seed at least was scored


def test_the_final_choice_may_be_paid_besides_the_budget(tmp_path: Path) -> None:
    done = hunt(tmp_path, 1, GepaSearch(), budget=400, besides=6 * 20)
    assert 400 < done.work.used <= 400 + 6 * 20  # nothing was held back, and the finalists came after
    with pytest.raises(ConfigError, match="known in rewrites alone"):
        load_task("tab").with_changes(final_choice="extra")


def test_the_same_seed_gives_the_same_search(tmp_path: Path) -> None:
    one, two = (hunt(tmp_path / name, 5, GepaSearch(), budget=400) for name in _folders(tmp_path, "a", "b"))
    assert one.found.pool == two.found.pool


def test_a_replay_from_the_journal_asks_nothing_and_ends_in_the_same_state(tmp_path: Path) -> None:
    first = hunt(tmp_path, 5, GepaSearch(), budget=400)
    again = hunt(tmp_path, 5, GepaSearch(), budget=400)
    assert again.asked == 0
    assert again.found.pool == first.found.pool
    assert again.work.used == first.work.used


def _folders(parent: Path, *names: str) -> tuple[str, ...]:
    for name in names:
        (parent / name).mkdir()
    return names
