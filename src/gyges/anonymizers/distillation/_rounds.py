"""What a run of ``adversarial`` tells: every text on the way, what was concluded from it, what it became."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, TypeAlias

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.adversarial import AdversarialOptions, Inference
from gyges.attacks import Attack, AttackOptions, AuthorAttack, TargetAttack
from gyges.errors import InputError
from gyges.models import Model
from gyges.records import Document, Release

Role: TypeAlias = Literal["attacker", "anonymizer"]

_REMEDY = "name a folder of gyges anonymize --method adversarial"
_TYPED = ("author:", "target[")


@dataclass(frozen=True)
class Taught:
    """A run that can be learned from."""

    options: AdversarialOptions  # how the text was attacked and rewritten
    purpose: Purpose  # what the user wanted to protect and to keep
    anonymizer: str  # the model that rewrote
    attacker: str  # the attacker, by its name

    def teacher(self, role: Role) -> str:
        """Return who is learned from."""
        return self.attacker if role == "attacker" else self.anonymizer

    def attack(self, model: Model) -> Attack:
        """Return the attack of the run, carried out by another model."""
        options = self.options
        if (options.target, options.attributes) == ("author", "author-8"):
            return AuthorAttack(model, AttackOptions(), options.besides)
        return TargetAttack(model, options.target, options.kinds, AttackOptions(), options.besides)


@dataclass(frozen=True)
class Round:
    """One text on the way."""

    number: int  # 0 for the original
    text: str  # the text
    concluded: tuple[Inference, ...] | None  # what the attacker concluded from it; None where it was not attacked


def read_teaching(folder: Path, role: Role) -> Taught:
    """Read from ``plan.json`` how a run was made."""
    try:
        plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
        settings: dict[str, Any] = plan["stages"][0]["settings"]["method"]
        known = {one.name for one in fields(AdversarialOptions)}
        options = AdversarialOptions(**{name: value for name, value in settings.items() if name in known})
        taught = Taught(
            options, Purpose(settings["protect"], settings["preserve"]), settings["model"], settings["attacker"]
        )
    except OSError as error:
        raise InputError(f"{folder / 'plan.json'} cannot be read ({error.strerror})", _REMEDY) from error
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise InputError(f"{folder} is no run of 'adversarial' ({error})", _REMEDY) from error
    if role == "attacker" and not taught.attacker.startswith(_TYPED):
        raise InputError(
            f"the attacker of this run is {taught.attacker}, no model that was asked for a profile",
            "learn from a run whose attacker is a model, or take --role anonymizer",
        )
    return taught


def rounds_of(document: Document, release: Release) -> Sequence[Round]:
    """Return the texts of a release on their way, the original first; none if it failed."""
    rows: Any = release.trace.get("rounds") or []
    by_number: dict[int, Mapping[str, Any]] = {row["round"]: row for row in rows}
    found = [Round(0, document.text, _concluded(by_number.get(0, {})))]
    for number in range(1, max(by_number, default=0) + 1):
        if number not in by_number or "text" not in by_number[number]:
            break
        found.append(Round(number, by_number[number]["text"], _concluded(by_number[number])))
    return found if rows else ()


def _concluded(row: Mapping[str, Any]) -> tuple[Inference, ...] | None:
    if "attack" not in row:
        return None
    return tuple(
        Inference(
            one["tag"],
            tuple(one.get("guesses", ())),
            one["certainty"],
            one.get("reasoning", ""),
            tuple(one.get("evidence", ())),
            one.get("person", ""),
        )
        for one in row["attack"]["inferences"]
    )
