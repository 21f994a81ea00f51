"""What an adversary can do with a released text."""

from gyges.attacks._attack import Attack, AttackOptions, JointAttack, asks_nobody
from gyges.attacks._author import AuthorAttack, TargetAttack, target_words
from gyges.attacks._identity import IdentityAttack
from gyges.attacks._recorded import RecordedAttack, read_recorded, text_digest
from gyges.attacks._registry import (
    by_author,
    is_embedded,
    is_read_here,
    models_that_attack,
    open_attacker,
    recorded_file,
)
from gyges.attacks._rules import AuthorRulesAttack, RulesAttack, finding_of
from gyges.attacks._same_person import align_people
from gyges.attacks._subjects import SubjectsAttack
from gyges.attacks._union import UnionAttack
from gyges.attacks.local._model import local_files

__all__ = [
    "Attack",
    "AttackOptions",
    "AuthorAttack",
    "IdentityAttack",
    "JointAttack",
    "RecordedAttack",
    "RulesAttack",
    "SubjectsAttack",
    "UnionAttack",
    "open_attacker",
]
