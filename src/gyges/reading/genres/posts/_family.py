"""The family in a post: spouse, children by their number, parents, and couples named together."""

import re
from dataclasses import dataclass
from functools import cache

from gyges.reading.genres.posts._masks import masked_relatives, masked_status
from gyges.reading.genres.posts._names import given_name, handle_name, sex_of
from gyges.reading.genres.posts._phrases import load
from gyges.reading.lexicon._names import is_surname
from gyges.reading.lexicon._vocabulary import is_common_word

__all__ = ["Family", "Relative", "child_age", "read_family"]

_CAP = r"[^\W\d_a-zß-öø-ÿ][\w'’\-]*"
_NAME = rf"(?:@[A-Za-z][\w.]*\w|{_CAP}(?: {_CAP}\.?){{0,2}})"
_SPOUSE_WORDS = r"wife|wifey|husband|hubby|spouse|partner|better half|other half|missus|soulmate|rock|love|sweetheart"
_NAMED_SPOUSE = re.compile(
    rf"\b(?P<word>{_SPOUSE_WORDS}|bride|groom|girlfriend|boyfriend|fianc[eé]e?),?[ ](?:named |called |"
    rf"\()?(?P<name>{_NAME})"
)
_MARRIED_TO = re.compile(
    rf"\b[Mm]arried (?:life )?(?:to|with) (?:(?:my|the) [a-z\-]+(?: [a-z]+)?,? )?(?P<name>{_NAME})"
)
_WITH = re.compile(
    rf"\b(?:with|to|for|and|[Ss]aluting|[Ff]amily\s?[–—:-]) (?P<name>{_NAME}),? ?(?:and|&|,) (?:our|"
    rf"the|my|\d|two|three|four)\b[^.!?\n]{{0,30}}"
    r"\b(?:kid|kids|kiddos?|little|child|children|baby|son|daughter|boys|girls|ones?)\b"
)
_SPOUSE = re.compile(
    r"\b(?:(?P<adj>late|ex|former)[ -])?(?P<word>wife|wifey|husband|hubby|spouse|missus|better half|other half)\b", re.I
)
_MARRIED = re.compile(r"(?<!un)(?<!to get )married(?! couple)|husband life|wife life|wedded|newlywed", re.I)
_DIVORCED = re.compile(
    r"\bdivorc(?:ed|ee)|\bex-(?:wife|husband)\b|\bpost-divorce\b|\bsingle (?:mom|mum|mother|dad|father)\b", re.I
)
_WIDOWED = re.compile(
    r"\bwidow(?:ed|er|hood)?\b|\b(?:lost|losing|buried) my (?:[a-z]+ )?(?:wife|husband|spouse|"
    r"partner)\b|\bmy late (?:wife|husband|spouse)\b",
    re.I,
)
_SINGLE = re.compile(r"\b(?:i['’]?m|i am|still|happily|#)\s?single\b|\bsinglelife\b|\bbachelor life\b", re.I)
_NUMBER = r"\d{1,2}|two|three|four|five|six|seven|eight"
_COUNTED = re.compile(
    rf"\b(?P<count>{_NUMBER})\b(?: (?!(?:kids|children|years?|hours?|"
    rf"days?)\b)[a-z'’\-]+){{0,3}}? (?P<noun>kids|kiddos|kiddies|children|sons|daughters|boys|girls|"
    rf"toddlers|"
    r"teens|teenagers|munchkins|youngsters|rascals|little [a-z]+|tiny [a-z]+|young ones|beautiful ones)\b",
    re.I,
)
_PARENT_OF = re.compile(
    rf"\b(?P<who>mom|mum|mother|mama|mommy|dad|father|papa|daddy|parent)\s?(?:of|"
    rf"to)\s?(?P<count>{_NUMBER}|one|an? [a-z]+)(?![0-9])",
    re.I,
)
_ONE_CHILD = re.compile(
    r"(?P<owner>\bmy|\bour|\ba|\bone|\bthe|&) (?:[a-z\-]{1,20} )?(?P<noun>little one|little star|"
    r"little angel|kiddo|kid|child|toddler|newborn|baby|son|daughter|"
    r"baby girl|baby boy|bundle of joy|little man|little girl|little boy)\b(?!ren|s|care|"
    r"[ -]?(?:care|friendly|shower|step))",
    re.I,
)
_PARENTS = re.compile(r"\b(?:parents|folks|mom and dad|mum and dad|legends|mentors|inspirations|elders|roots)\b", re.I)
_PAIR = re.compile(
    rf"\b(?P<one>{_CAP})(?: (?P<mid>{_CAP}))? (?:&|and) (?P<two>{_CAP})(?: (?P<last>{_CAP}(?:[-’']{_CAP})?))?"
)
_TAGS = re.compile(
    r"#\w*?(?P<male>DadMode|DadLife|Dad(?![a-z])|FatherOf|Fatherhood|GirlDad|FamilyMan|HusbandLife|Hubby|SingleDad)|"
    r"#\w*?(?P<female>MomLife|MumLife|MomBoss|SuperMom|MotherOf|Motherhood|SingleMom|WifeLife|"
    r"GirlBoss|MomOf|WorkingMom|BossLady|Mom(?![a-z]))"
)
_SELF = re.compile(
    r"(?:\b(?:as|being|i['’]?m|i am|life as|cheers to|once) (?:an? |the )?(?:[a-z\-]{1,20} ){0,3}?|"
    r"(?:^|[.!:–—-] ?)(?:a )?(?:[a-z\-]{1,20} ){0,2}?)"
    r"(?:(?P<male>dad|father|husband|daddy|papa|family man|grandpa|grandfather|widower|guy|married man)|"
    r"(?P<female>mom|mum|mother|wife|mommy|mama|grandma|grandmother|widow|gal|married woman))\b(?! (?:is|was|and i)\b)",
    re.IGNORECASE,
)
_OWN_KIN = re.compile(
    r"\b(?:proud|busy|divorced|single|super|working|devoted|proud|"
    r"married) (?:[a-z]+ )?(?:(?P<male>dad|father|husband|family man|guy)|(?P<female>mom|mum|mother|"
    r"wife|lady))\b|\b(?:(?P<father>dad|father|papa) |(?P<mother>mom|mum|mother|mama) )(?:of|"
    r"to) (?:\d|one|two|three|four|five|six|an?)\b|\b(?P<mode>mom|mum|dad) mode\b",
    re.I,
)
_MY_SPOUSE = re.compile(
    r"\bmy (?:[a-z\-]{1,20} ){0,2}?(?:(?P<male>wife|wifey|girlfriend|missus|bride)|"
    r"(?P<female>husband|hubby|boyfriend|groom))\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Relative:
    """Somebody of the family: role, span, name if given, sex if told and how surely."""

    role: str
    start: int
    end: int
    name: str = ""
    sex: str = ""
    sure: int = 0


@dataclass(frozen=True, slots=True)
class Family:
    """The relatives in a post, the author's status and sex as far as family words tell."""

    relatives: tuple[Relative, ...]
    status: tuple[str, int, int, int] | None
    sex: tuple[str, int, int, int] | None


def read_family(text: str, author: str, skip: tuple[int, int]) -> Family:
    """Read who belongs to the author's family.

    Args:
        text: The post.
        author: The author's name, empty if unknown.
        skip: The words that name the author; no relative stands there.
    """
    relatives: list[Relative] = []
    masked = {role: Relative(role, start, end) for role, start, end in masked_relatives(text) if start >= skip[1]}
    spouse, children = _spouse(text, author, skip) or masked.pop("spouse", None), _children(text)
    status = _status(text, spouse)
    hidden = masked_status(text)
    if status is None and hidden is not None:
        status = ("Married", 3, *hidden)
    if spouse is None and children and status is not None and status[0] == "Married":
        spouse = Relative("spouse", status[2], status[3])
    if spouse is not None and (status is None or status[0] in {"Married", "In Relation"}):
        relatives.append(spouse)
        if status is None:
            partner = spouse.role in {"partner", "girlfriend", "boyfriend", "fiancé", "fiancée"} and not children
            status = ("In Relation" if partner else "Married", 4, spouse.start, spouse.end)
    relatives += children
    relatives += _couples(text, author, relatives) or [
        Relative(role, start, end, "", *_MASKED_SEX.get(role, ("", 0)))
        for role, start, end in masked_relatives(text)
        if role != "spouse"
    ]
    return Family(tuple(relatives), status, _sex(text, spouse))


_OLD = 50
_MASKED_SEX = {"father": ("Male", 3), "mother": ("Female", 3)}


def child_age(child: Relative, parent: str | None) -> str:
    """Return the usual age of children people post about; grown up where the parent says to be old."""
    start = parent.split("-")[0] if parent else ""
    years = int(start) if start.isdecimal() else 0
    if years > _OLD:
        return f"{years - 35}-{years - 25}"
    return "0-5" if child.role == "baby" else "3-12"


def _clean_name(name: str) -> str:
    if name.startswith("@"):
        return handle_name(name)
    words = name.split()
    while words and (is_common_word(words[-1]) and not given_name(words[-1], 0.1)) and len(words) > 1:
        words.pop()
    if not words or (is_common_word(words[0]) and not given_name(words[0], 0.3)) or words[0] in _not_a_name():
        return ""
    return " ".join(words)


@cache
def _not_a_name() -> frozenset[str]:
    return frozenset(word.capitalize() for word in load("headers")["not_names"]) | {
        "I",
        "Our",
        "My",
        "The",
        "And",
        "But",
    }


def _spouse(text: str, author: str, skip: tuple[int, int]) -> Relative | None:
    for pattern in (_NAMED_SPOUSE, _MARRIED_TO, _WITH):
        for match in pattern.finditer(text):
            if pattern is _WITH and " our " not in match[0] and not _MARRIED.search(text) and not _PARENTS.search(text):
                continue
            name = _clean_name(match["name"])
            if not name or match.start("name") < skip[1] or name == author:
                continue
            word = (match["word"].lower() if pattern is _NAMED_SPOUSE else "spouse").replace("hubby", "husband")
            role, sex = _spouse_word(word)
            told = (sex, 5) if sex else sex_of(name) or ("", 0)
            return Relative(role, match.start("name"), match.start("name") + len(match["name"]), name, *told)
    for match in _SPOUSE.finditer(text):
        before = text[max(0, match.start() - 28) : match.start()].lower()
        if match["adj"] or not re.search(r"(?:\b(?:my|our|the|a|his|her|and|with)\b|&)[^.!?]*$", before):
            continue
        if re.search(r"(?:cheers to|being an?|as an?|i['’]m an?) (?:[a-z]+ )?$", before):
            continue
        role, sex = _spouse_word(match["word"].lower())
        return Relative(role, match.start(), match.end(), "", sex, 5 if sex else 0)
    return None


def _spouse_word(word: str) -> tuple[str, str]:
    if word.startswith("fianc"):
        return ("fiancée", "Female") if word.endswith(("ee", "ée")) else ("fiancé", "")
    role, sex = load("roles")["spouse"].get(word, ("spouse", ""))
    return role, sex


def _status(text: str, spouse: Relative | None) -> tuple[str, int, int, int] | None:
    for value, pattern in (
        ("Widowed", _WIDOWED),
        ("Divorced", _DIVORCED),
        ("Married", _MARRIED),
        ("No relation", _SINGLE),
    ):
        match = pattern.search(text)
        if match is not None:
            return value, 5, match.start(), match.end()
    if spouse is not None and spouse.role in {"wife", "husband", "spouse"}:
        return "Married", 5, spouse.start, spouse.end
    return None


def _count(word: str) -> int:
    words = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
    return words.get(word.lower()) or (int(word) if word.isdecimal() else 1)


def _children(text: str) -> list[Relative]:
    for pattern in (_COUNTED, _PARENT_OF):
        for match in pattern.finditer(text):
            number = _count(match["count"])
            noun = match.groupdict().get("noun") or ""
            if number > 8 or not _our_children(text, match, noun):
                continue
            sex = {"sons": "Male", "boys": "Male", "daughters": "Female", "girls": "Female"}.get(noun.lower(), "")
            role = {"sons": "son", "daughters": "daughter"}.get(noun.lower(), "child")
            return [Relative(role, match.start(), match.end(), "", sex, 5 if sex else 0) for _ in range(number)]
    match_one = next((m for m in _ONE_CHILD.finditer(text) if _our_child(text, m)), None)
    if match_one is None:
        return []
    noun = match_one["noun"].lower()
    sex = (
        "Male"
        if noun in {"son", "baby boy", "little man", "little boy"}
        else "Female"
        if noun in {"daughter", "baby girl", "little girl"}
        else ""
    )
    role = noun if noun in {"son", "daughter", "baby"} else "child"
    return [Relative(role, match_one.start(), match_one.end(), "", sex, 5 if sex else 0)]


def _our_children(text: str, match: re.Match[str], noun: str) -> bool:
    if not noun:
        return True
    if noun.lower().startswith(("little", "tiny", "young", "beautiful")):
        before = text[max(0, match.start() - 40) : match.start()].lower()
        after = noun.lower().split()[1]
        return "our" in before or "my" in before or after in {"ones", "kids", "rascals"} or bool(_MARRIED.search(text))
    return True


def _our_child(text: str, match: re.Match[str]) -> bool:
    owner, noun = match["owner"].lower(), match["noun"].lower()
    if owner in {"my", "our"} or noun in {"little one", "bundle of joy"}:
        return True
    before = text[max(0, match.start() - 24) : match.start()].lower()
    return (
        owner in {"a", "one"}
        and bool(re.search(r"(?:raising|with|have|has|parent of|mom to|dad to|and|&) $", before))
        and bool(_MARRIED.search(text))
    )


def _couples(text: str, author: str, known: list[Relative]) -> list[Relative]:
    found: list[Relative] = []
    for match in _PAIR.finditer(text):
        one, two = match["one"], match["two"]
        if not given_name(one, 0.05) or not given_name(two, 0.05) or any(r.name in {one, two} for r in known if r.name):
            continue
        if _CAP_BEFORE.search(text, max(0, match.start() - 40), match.start()):
            continue
        last = match["last"] or ""
        if last and is_common_word(last) and not (is_surname(last) or last == match["mid"] or last in author.split()):
            last = ""
        head = text[max(0, match.start() - 60) : match.start()]
        parents = bool(_PARENTS.search(head))
        if not parents and not last:
            continue
        same = match["mid"] or last
        for name, family, start, end, default in (
            (one, same, match.start("one"), match.end("one"), "Male"),
            (two, last, match.start("two"), match.end("last") if last else match.end("two"), "Female"),
        ):
            sex, sure = sex_of(name) or (default, 2)
            role = (
                {"Male": "father", "Female": "mother"}[sex]
                if re.search(r"parents|folks|mom and dad|mum and dad", head, re.I)
                else "relative"
            )
            found.append(Relative(role, start, end, f"{name} {family}".strip(), sex, sure))
        break
    return found


_CAP_BEFORE = re.compile(rf"{_CAP}, $")


_WORK_SIGNS = (
    "\U0001f33e\U0001f373\U0001f393\U0001f3a4\U0001f3a8\U0001f3eb\U0001f3ed"
    "\U0001f4bb\U0001f4bc\U0001f527\U0001f52c\U0001f680\U0001f692⚕⚖✈"
)
_EMOJI = re.compile(
    f"(?P<male>\U0001f468\u200d(?=[{_WORK_SIGNS}])|\u200d\u2642)|"
    f"(?P<female>\U0001f469\u200d(?=[{_WORK_SIGNS}])|\u200d\u2640)"
)


def _sex(text: str, spouse: Relative | None) -> tuple[str, int, int, int] | None:
    """Return the sex that words for the author's own part in a family tell."""
    for pattern in (_TAGS, _OWN_KIN, _MY_SPOUSE, _SELF, _EMOJI):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            mode = (groups.get("mode") or "").lower()
            male = groups.get("male") or groups.get("father") or mode == "dad"
            if re.search(
                r"\b(?:my|our|their|his|her)(?: [a-z]+)? $", text[max(0, match.start() - 16) : match.start()], re.I
            ):
                continue
            return ("Male" if male else "Female"), 5, match.start(), match.end()
    if spouse is not None and spouse.role in {"wife", "husband"}:
        return ("Male" if spouse.role == "wife" else "Female"), 4, spouse.start, spouse.end
    return None
