"""The family in a post: spouse, children, parents; and others: companions, single roles, tagged accounts."""

import re
from collections.abc import Iterator, Set
from typing import NamedTuple

from gyges.reading._cues import Cues
from gyges.reading.codes._handles import given_name, handle_name
from gyges.reading.genres._jobs import ToldValue
from gyges.reading.genres._table import load_table, pattern
from gyges.reading.genres.posts._author import call, sex_of
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import is_common_word
from gyges.reading.lexicon._names import is_surname, kin
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Spans
from gyges.reading.people._draft import Draft, PersonDraft

_BEFORE = 14  # code points before a name that say what it is doing there
_USUAL = 0.3  # weight from which on a first name needs no other evidence
_LEAD = 3


def add_others(draft: Draft, cues: Cues, body: int, *, alone: bool) -> list[PersonDraft]:
    """Add people who are neither author, family nor owner of a code, and return those who are with the author."""
    text = cues.text
    known = {word for person in draft.people for name in person.names for word in fold(name).split()}
    companions = []
    for start, end, name in _named(cues, body, known):
        role = "companion" if text.endswith("with ", 0, start) else "person mentioned"
        person = draft.new_person().play(role, start, end)
        call(person, name, start, end, 5, "named")
        companions += [person] if role == "companion" else []
    match = cues.page.first(pattern("posts.writer")) or cues.page.first(pattern("posts.article"))
    writers = [(*match.span(), "author of the article", "Writer")] if match is not None and body > 0 and alone else []
    for start, end, role, job in (*_in_a_role(cues.page), *writers):
        person = draft.new_person().play(role, start, end)
        if job:
            person.learn("OCCUPATION", job, 4, start, end, "role word")
    for match in cues.page.each(pattern("posts.tagged"), max(body, _LEAD)):
        name = handle_name(match[0])
        if not set(fold(name).split()) & known:
            person = draft.new_person().play("tagged account", *match.span()).play(match[0], *match.span())
            call(person, name, *match.span(), 5, "named")
    return companions


def _named(cues: Cues, body: int, known: Set[str]) -> Iterator[tuple[int, int, str]]:
    text, seen = cues.text, set(known)
    firms = Spans((one.start, one.end) for one in cues.organisations)
    for one in cues.names:
        words = one.text.split()
        if one.start < body or one.kind not in {"full", "single"} or fold(words[0]) in seen:
            continue
        if not given_name(words[0], _USUAL) or is_common_word(words[0]) or firms.meets(one.start, one.end):
            continue
        since = max(0, one.start - _BEFORE)
        told = len(words) > 1 or text.startswith(("'s", "’s"), one.end)
        told = told or pattern("posts.before_name").search(text, since, one.start) is not None
        if told and not pattern("posts.place_or_list").search(text, since, one.start):
            seen |= {fold(word) for word in words}
            yield one.start, one.end, one.text


def _in_a_role(page: Page) -> Iterator[tuple[int, int, str, str]]:
    text = page.text
    seen: set[str] = set()
    for match in page.each(pattern("posts.one_of")):
        word, owner = match["word"].lower(), match["owner"].lower()
        if word in seen or (match["many"] and not owner.startswith("one of")):
            continue
        if owner in {"a", "an", "the"} and not pattern("posts.did").match(text, match.end()):
            continue
        if owner in {"a", "an"} and pattern("posts.oneself").search(text, max(0, match.start() - 8), match.start()):
            continue
        seen.add(word)
        yield *match.span(), word, load_table("posts")["single"][word]


CHILDREN = frozenset({"child", "son", "daughter", "baby"})
PARENTS = frozenset({"father", "mother", "relative"})
_COUPLE = ("Married", "In Relation")
_STATUS = {"widowed": "Widowed", "divorced": "Divorced", "married": "Married", "alone": "No relation"}
_SEX_RULES = ("sex_tag", "sex_own_kin", "sex_my_spouse", "sex_self", "sex_sign")
_NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")
_OLD = 50


class Relative(NamedTuple):
    """Somebody of the family: role, span, name if given, sex if told and how surely."""

    role: str
    start: int
    end: int
    name: str = ""
    sex: str = ""
    sure: int = 0


class Family(NamedTuple):
    """The relatives in a post, the author's status and sex as far as family words tell."""

    relatives: list[Relative]
    status: ToldValue | None
    sex: ToldValue | None


def read_family(page: Page, author: str, since: int) -> Family:
    """Read who belongs to the author's family."""
    spouse = _named_spouse(page, author, since)
    children = _children(page)
    status = _status(page, spouse)
    if spouse is None and children and status is not None and status.value == "Married":
        spouse = Relative("spouse", status.start, status.end)
    relatives: list[Relative] = []
    if spouse is not None and (status is None or status.value in _COUPLE):
        relatives.append(spouse)
        if status is None:
            word = kin(spouse.role)
            unmarried = word is not None and word.group == "partner" and not children
            status = ToldValue(spouse.start, spouse.end, _COUPLE[unmarried], 4, "family word")
    relatives += children
    relatives += _couple(page, author, relatives)
    return Family(relatives, status, _sex(page, spouse))


def child_age(child: Relative, parent: str | None) -> str:
    """Return the usual age of children people post about; grown up where the parent says to be old."""
    start = parent.split("-")[0] if parent else ""
    years = int(start) if start.isdecimal() else 0
    if years > _OLD:
        return f"{years - 35}-{years - 25}"
    return "0-5" if child.role == "baby" else "3-12"


def _before(rule: str, page: Page, start: int, reach: int) -> bool:
    return pattern(f"posts.{rule}").search(page.text, max(0, start - reach), start) is not None


# Spouses


def _named_spouse(page: Page, author: str, since: int) -> Relative | None:
    for rule in ("named_spouse", "married_to", "with_children"):
        for match in page.each(pattern(f"posts.{rule}")):
            if rule == "with_children" and " our " not in match[0] and not _any(page, "married", "elders"):
                continue
            name = _clean_name(match["name"])
            if name and match.start("name") >= since and name != author:
                role, sex = _spouse_word(match["word"] if rule == "named_spouse" else "spouse")
                told = (sex, 5) if sex else sex_of(name) or ("", 0)
                return Relative(role, *match.span("name"), name, *told)
    return None


def _spouse_word(word: str) -> tuple[str, str]:
    known = kin(word)
    return (known.singular, known.sex) if known is not None else ("spouse", "")


def _clean_name(name: str) -> str:
    if name.startswith("@"):
        return handle_name(name)
    words = name.split()
    while len(words) > 1 and is_common_word(words[-1]) and not given_name(words[-1], 0.1):
        words.pop()
    plain = is_common_word(words[0]) and not given_name(words[0], 0.3)
    return "" if plain or words[0].lower() in load_table("posts")["words"]["not_names"] else " ".join(words)


def _any(page: Page, *rules: str) -> bool:
    return any(page.first(pattern(f"posts.{rule}")) for rule in rules)


def _status(page: Page, spouse: Relative | None) -> ToldValue | None:
    for rule, value in _STATUS.items():
        match = page.first(pattern(f"posts.{rule}"))
        if match is not None:
            return ToldValue(*match.span(), value, 5, "family word")
    if spouse is not None and spouse.role in {"wife", "husband", "spouse"}:
        return ToldValue(spouse.start, spouse.end, "Married", 5, "family word")
    return None


# Children


def _children(page: Page) -> list[Relative]:
    for rule in ("counted", "parent_of"):
        for match in page.each(pattern(f"posts.{rule}")):
            count = match["count"].lower()
            number = _NUMBERS.index(count) if count in _NUMBERS else int(count) if count.isdecimal() else 1
            if number < len(_NUMBERS) and (rule == "parent_of" or _are_ours(page, match)):
                return [_child(match, match["noun"] if rule == "counted" else "child")] * number
    found = (match for match in page.each(pattern("posts.one_child")) if _is_ours(page, match))
    return [_child(match, match["noun"]) for match in found][:1]


def _child(match: re.Match[str], noun: str) -> Relative:
    sexes = {"boy": "Male", "man": "Male", "girl": "Female"}
    known = kin(noun)
    sex = known.sex if known is not None else sexes.get(noun.lower().split()[-1], "")
    role = known.singular if known is not None and known.singular in CHILDREN else "child"
    return Relative(role, *match.span(), "", sex, 5 if sex else 0)


def _are_ours(page: Page, match: re.Match[str]) -> bool:
    if match["dear"] is None or match["dear"].lower() in {"ones", "kids", "rascals"}:
        return True
    before = page.text[max(0, match.start() - 40) : match.start()].lower()
    return "our" in before or "my" in before or _any(page, "married")


def _is_ours(page: Page, match: re.Match[str]) -> bool:
    owner = match["owner"].lower()
    if owner in {"my", "our"} or match["noun"].lower() in {"little one", "bundle of joy"}:
        return True
    return owner in {"a", "one"} and _before("a_child_of", page, match.start(), 24) and _any(page, "married")


# Parents and other couples


def _couple(page: Page, author: str, known: list[Relative]) -> list[Relative]:
    for match in page.each(pattern("posts.pair")):
        one, two, last = match["one"], match["two"], match["last"] or ""
        if not given_name(one, 0.05) or not given_name(two, 0.05) or {one, two} & {other.name for other in known}:
            continue
        if last and is_common_word(last) and not (is_surname(last) or last == match["mid"] or last in author.split()):
            last = ""
        elders = _before("elders", page, match.start(), 60)
        if _before("pair_of_list", page, match.start(), 40) or not (elders or last):
            continue
        parents = _before("parents", page, match.start(), 60)
        end = match.end("last") if last else match.end("two")
        return [
            _partner(f"{one} {match['mid'] or last}".strip(), *match.span("one"), "Male", parents),
            _partner(f"{two} {last}".strip(), match.start("two"), end, "Female", parents),
        ]
    return []


def _partner(name: str, start: int, end: int, default: str, parents: bool) -> Relative:
    sex, sure = sex_of(name) or (default, 2)
    role = ("father" if sex == "Male" else "mother") if parents else "relative"
    return Relative(role, start, end, name, sex, sure)


def _sex(page: Page, spouse: Relative | None) -> ToldValue | None:
    """Return the sex that words for the author's own part in a family tell."""
    for rule in _SEX_RULES:
        for match in page.each(pattern(f"posts.{rule}")):
            if not _before("somebody_elses", page, match.start(), 16):
                groups = match.groupdict()
                male = groups["male"] or groups.get("father") or groups.get("dad")
                return ToldValue(*match.span(), "Male" if male else "Female", 5, "family word")
    if spouse is not None and spouse.role in {"wife", "husband"}:
        return ToldValue(spouse.start, spouse.end, "Male" if spouse.role == "wife" else "Female", 4, "family word")
    return None
