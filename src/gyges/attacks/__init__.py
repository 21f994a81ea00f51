"""What an adversary can do with a released text."""

from gyges.attacks._attack import Attack, JointAttack, asks_nobody
from gyges.attacks._author import AuthorAttack
from gyges.attacks._author_rules import AuthorRulesAttack
from gyges.attacks._author_text import parse_profile
from gyges.attacks._held_out import GeneralRulesAttack, HeldOutRulesAttack
from gyges.attacks._identity import IdentityAttack
from gyges.attacks._options import Align, AttackOptions
from gyges.attacks._recorded import RecordedAttack, read_recorded, text_digest
from gyges.attacks._registry import by_author, is_embedded, models_that_attack, open_attacker, recorded_file
from gyges.attacks._rules import RulesAttack, finding_of
from gyges.attacks._same_person import align_people
from gyges.attacks._subjects import SubjectsAttack
from gyges.attacks._target import TargetAttack, target_words
from gyges.attacks._union import UnionAttack

__all__ = [
    "Align",
    "Attack",
    "AttackOptions",
    "AuthorAttack",
    "AuthorRulesAttack",
    "GeneralRulesAttack",
    "HeldOutRulesAttack",
    "IdentityAttack",
    "JointAttack",
    "RecordedAttack",
    "RulesAttack",
    "SubjectsAttack",
    "TargetAttack",
    "UnionAttack",
    "align_people",
    "asks_nobody",
    "by_author",
    "finding_of",
    "is_embedded",
    "models_that_attack",
    "open_attacker",
    "parse_profile",
    "read_recorded",
    "recorded_file",
    "target_words",
    "text_digest",
]
