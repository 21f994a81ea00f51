"""Attackers by name, and the plug-ins of others."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from attacks.answers import STORY
from gyges.attacks import (
    AttackOptions,
    AuthorAttack,
    IdentityAttack,
    RulesAttack,
    SubjectsAttack,
    UnionAttack,
    open_attacker,
)
from gyges.attacks._registry import GGUF_WINDOW_TOKENS
from gyges.errors import ConfigError, UnknownNameError
from gyges.models import ModelPool, ReplyCache

pytestmark = pytest.mark.anyio

LOCAL = "http://127.0.0.1:1/v1#m"


@pytest.fixture
async def pool() -> AsyncIterator[ModelPool]:
    async with ModelPool(cache=ReplyCache()) as opened:
        yield opened


async def test_attackers_are_opened_by_name(pool: ModelPool) -> None:
    options = AttackOptions(stages=1)
    for spec, kind in (
        ("rules", RulesAttack),
        (LOCAL, SubjectsAttack),
        (f"author:{LOCAL}", AuthorAttack),
        (f"identity: {LOCAL}", IdentityAttack),
        (f"rules+{LOCAL}", UnionAttack),
    ):
        attacker = open_attacker(spec, pool, options)
        assert isinstance(attacker, kind)
        assert attacker.name == spec.replace(" ", "")


async def test_a_union_has_one_attacker_for_each_part(pool: ModelPool) -> None:
    union = open_attacker(f" rules + author:{LOCAL} +{LOCAL}2", pool)
    assert isinstance(union, UnionAttack)
    assert [attacker.name for attacker in union.attackers] == ["rules", f"author:{LOCAL}", f"{LOCAL}2"]


async def test_a_union_uses_the_alignment_of_the_options(pool: ModelPool) -> None:
    def nobody(left: object, right: object) -> dict[str, str]:
        return {}

    union = open_attacker(f"rules+{LOCAL}", pool, AttackOptions(align=nobody))
    assert isinstance(union, UnionAttack)
    assert union.align is nobody


async def test_a_plus_in_a_path_does_not_split_it(pool: ModelPool, tmp_path: Path) -> None:
    path = tmp_path / "a+b.gguf"
    path.touch()
    attacker = open_attacker(f"gguf:{path}", pool)
    assert isinstance(attacker, SubjectsAttack)
    assert attacker.options.window_tokens == GGUF_WINDOW_TOKENS


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("rulez", "did you mean rules"),
        ("gpt-4", "use rules, local, a model such as"),
        ("tiny", "no attacker 'tiny'; use rules, local, a model such as"),
        ("", "use rules"),
        ("rules+nonsense", "no attacker 'rules\\+nonsense'"),
        ("author:", "write author: and a model"),
        ("identity:rules", "write identity: and a model"),
    ],
)
async def test_an_unknown_name_is_an_error_with_a_remedy(pool: ModelPool, spec: str, words: str) -> None:
    with pytest.raises(UnknownNameError, match=words):
        open_attacker(spec, pool)


@pytest.mark.parametrize(
    "wrong",
    [{"stages": 4}, {"window_tokens": 3}, {"overlap_tokens": -1}, {"top_k": 0}, {"guesses": 99}, {"layout": "xml"},
     {"taxonomy": "zodiac"}],
)  # fmt: skip
def test_wrong_options_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ConfigError):
        AttackOptions(**wrong)  # type: ignore[arg-type]


PLUG_IN = """
from gyges.records import Finding

class Plain:
    name = "plain"
    async def attack(self, text, *, id):
        return Finding(id, self.name, notes={"length": len(text)})

class WithPool(Plain):
    def __init__(self, pool, options):
        self.name = f"pooled-{options.stages}-{type(pool).__name__}"

class Nameless:
    async def attack(self, text, *, id): ...

class Idle:
    name = "idle"
    attack = None

class Greedy(Plain):
    def __init__(self, money): ...
"""


def _install(folder: Path, monkeypatch: pytest.MonkeyPatch, entry: str) -> None:
    (folder / "others_attacks.py").write_text(PLUG_IN, encoding="utf-8")
    info = folder / "others_attacks-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others-attacks\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[gyges.attacks]\n{entry}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(folder)


async def test_a_plug_in_is_named_like_the_built_in_ones(
    pool: ModelPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(tmp_path, monkeypatch, "plain = others_attacks:Plain")
    finding = await open_attacker("plain", pool).attack(STORY, id="d")
    assert finding.notes["length"] == len(STORY)
    assert open_attacker("rules+plain", pool).name == "rules+plain"


async def test_a_plug_in_gets_the_pool_and_the_options_if_it_wants_them(
    pool: ModelPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(tmp_path, monkeypatch, "pooled = others_attacks:WithPool")
    assert open_attacker("pooled", pool, AttackOptions(stages=2)).name == "pooled-2-ModelPool"


@pytest.mark.parametrize("target", ["others_attacks:Nothing", "nowhere:X", "others_attacks:Nameless",
                                    "others_attacks:Idle", "others_attacks:Greedy"])  # fmt: skip
async def test_a_broken_plug_in_is_named(
    pool: ModelPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    _install(tmp_path, monkeypatch, f"broken = {target}")
    with pytest.raises(ConfigError, match=target.split(":")[0]):
        open_attacker("broken", pool)


async def test_a_plug_in_cannot_take_a_name_that_ships(
    pool: ModelPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(tmp_path, monkeypatch, "rules = others_attacks:Plain")
    with pytest.raises(ConfigError, match="'rules', which ships"):
        open_attacker("rules", pool)


async def test_a_window_that_was_set_is_kept_for_a_model_in_this_process(pool: ModelPool, tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    path.touch()
    attacker = open_attacker(f"author:gguf:{path}", pool, AttackOptions(window_tokens=500))
    assert isinstance(attacker, AuthorAttack)
    assert attacker.options.window_tokens == 500
