"""Who is who in two lists of people: by codes, names and roles, and only where there is no doubt.

A wrong merger gives one person the facts of another; a missed one only lists somebody twice. So a rule joins two people
only if each is the other's single candidate.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gyges.reading.lookups import Same, name_parts, same_parts
from gyges.records import Kind, Subject, taxonomy

_CODES = frozenset(tag.name for tag in taxonomy("spia") if tag.kind is Kind.CODE)
_MALE = frozenset(
    {
        "mr", "mister", "sir", "herr", "señor", "senor", "sr", "don", "monsieur", "bay", "signor", "senhor",
    }
)  # fmt: skip
_FEMALE = frozenset(
    {
        "mrs", "ms", "miss", "mme", "mlle", "frau", "señora", "senora", "sra", "doña", "madame", "hanım", "hanim",
        "signora", "senhora",
    }
)  # fmt: skip
# Roles that one person has in a text, as models write them in English.
_ROLES = frozenset(
    {
        "author", "writer", "narrator", "poster", "speaker", "sender", "recipient", "applicant", "claimant",
        "complainant", "plaintiff", "defendant", "respondent", "appellant", "petitioner", "accused", "patient",
        "victim", "tenant", "landlord", "employer", "testator", "deceased",
    }
)  # fmt: skip
_KIN = frozenset(
    {
        "wife", "husband", "spouse", "mother", "father", "mum", "mom", "dad", "partner", "fiancé", "fiancée",
        "girlfriend", "boyfriend",
    }
)  # fmt: skip
_ROLE = re.compile(r"(?:the |an? |this )?(\w+)(?: of (?:the |this )?(?:text|post|message|letter|e-?mail|story|case))?")
_KIN_OF = re.compile(r"(?:my|(?:the )?(?:author|writer|poster)['’]s) (\w+)|(?:the )?(\w+) of the (?:author|writer)")
_SURE = 3  # certainty from which a name or a sex counts


@dataclass(frozen=True)
class _Traits:
    """What tells a person from others."""

    name: tuple[str, ...]
    codes: frozenset[tuple[str, str]]
    roles: frozenset[str]
    sexes: frozenset[str]


def align_people(left: Sequence[Subject], right: Sequence[Subject]) -> dict[str, str]:
    """Return who of the first list is who of the second, by id; those not in it are somebody else.

    Rules in their order: a code both have; the same name; a name that is a part of the other; the same role.
    """
    ours = {subject.id: _traits(subject) for subject in left}
    theirs = {subject.id: _traits(subject) for subject in right}
    pairs: dict[str, str] = {}
    for rule in (_share_a_code, _share_a_name, _name_is_part, _share_a_role):
        pairs |= _unique_pairs(
            {id: traits for id, traits in ours.items() if id not in pairs},
            {id: traits for id, traits in theirs.items() if id not in pairs.values()},
            rule,
        )
    return pairs


def _unique_pairs(
    ours: dict[str, _Traits], theirs: dict[str, _Traits], rule: Callable[[_Traits, _Traits], bool]
) -> dict[str, str]:
    matches = [
        (mine, other)
        for mine, a in ours.items()
        for other, b in theirs.items()
        if len(a.sexes | b.sexes) < 2 and rule(a, b)
    ]
    mine_seen = [mine for mine, _ in matches]
    other_seen = [other for _, other in matches]
    return {mine: other for mine, other in matches if mine_seen.count(mine) == other_seen.count(other) == 1}


def _share_a_code(a: _Traits, b: _Traits) -> bool:
    named_apart = a.name and b.name and not _name_is_part(a, b)
    return bool(a.codes & b.codes) and not named_apart


def _share_a_name(a: _Traits, b: _Traits) -> bool:
    return same_parts(a.name, b.name).same is Same.EXACT


def _name_is_part(a: _Traits, b: _Traits) -> bool:
    """``Smith`` and ``J. Smith`` are parts of ``John Smith``; a short form of a first name leaves a doubt."""
    return same_parts(a.name, b.name).same in {Same.EXACT, Same.PART, Same.INITIALS}


def _share_a_role(a: _Traits, b: _Traits) -> bool:
    return bool(a.roles & b.roles) and not (a.name and b.name)


def _traits(subject: Subject) -> _Traits:
    called, _, rest = subject.description.partition(" - ")
    names = [fact.value for fact in subject.facts if fact.tag == "NAME" and fact.certainty >= _SURE]
    name = max((name_parts(name) for name in names), key=len, default=())
    words = set(re.findall(r"\w+", " ".join((called, *names)).casefold()))
    sexes = {fact.value for fact in subject.facts if fact.tag == "SEX" and fact.certainty >= _SURE}
    sexes |= {sex for sex, titles in (("Male", _MALE), ("Female", _FEMALE)) if words & titles}
    codes = {(fact.tag, re.sub(r"[\W_]", "", fact.value).casefold()) for fact in subject.facts if fact.tag in _CODES}
    roles = {_role(part.strip(" .()").casefold()) for part in re.split(r"[,;–—]| - ", f"{called},{rest}")}
    return _Traits(name, frozenset(codes), frozenset(roles - {""}), frozenset(sexes))


def _role(part: str) -> str:
    kin = _KIN_OF.fullmatch(part)
    if kin and (kin.group(1) or kin.group(2)) in _KIN:
        return f"{kin.group(1) or kin.group(2)} of the author"
    role = _ROLE.fullmatch(part)
    return role.group(1) if role and role.group(1) in _ROLES else ""
