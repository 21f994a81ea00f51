"""What an adversary can do with a released text."""

from gyges.attacks._attack import Attack
from gyges.attacks._author import AuthorAttack
from gyges.attacks._author_rules import AuthorRulesAttack
from gyges.attacks._author_text import parse_profile
from gyges.attacks._identity import IdentityAttack
from gyges.attacks._options import Align, AttackOptions
from gyges.attacks._registry import open_attacker
from gyges.attacks._rules import RulesAttack
from gyges.attacks._same_person import align_people
from gyges.attacks._subjects import SubjectsAttack
from gyges.attacks._union import UnionAttack

__all__ = [
    "Align",
    "Attack",
    "AttackOptions",
    "AuthorAttack",
    "AuthorRulesAttack",
    "IdentityAttack",
    "RulesAttack",
    "SubjectsAttack",
    "UnionAttack",
    "align_people",
    "open_attacker",
    "parse_profile",
]
