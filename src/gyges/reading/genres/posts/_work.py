"""Work in a post: the firm the author is with, and the job that words, hashtags and topics tell."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from gyges.reading.genres.posts._phrases import Phrases, Words, cut, load, rows
from gyges.reading.lexicon._names import is_surname
from gyges.reading.lexicon._vocabulary import is_common_word

__all__ = ["Firm", "Job", "find_firm", "find_job", "firm_spans", "job_named", "topic_scores"]

_CAP = r"[^\W\d_a-zß-öø-ÿ][\w'’]*"
_FIRM = re.compile(
    rf"\b{_CAP}(?:, {_CAP}){{1,3}},? (?:and|&) {_CAP}|\b{_CAP}(?:-{_CAP}){{1,2}}|"
    rf"\b(?:{_CAP} ){{0,3}}{_CAP} (?:Ltd|Inc|LLC|PLC|Plc|GmbH|Group|Limited|Corporation|Corp|Company|"
    rf"Co|Trust|Bank|Holdings|Store|Stores|Solutions|Technologies|"
    r"Equities|Ventures|Industries|Hospital|Clinic|School|University|College|Academy|Institute|"
    r"Enterprises|Resources|Systems|Services|Partners|Associates|Labs|Studio|Studios|Airlines|"
    r"Logistics|Pharmacy|Motors|Foods)\b\.?|"
    rf"\b{_CAP} (?:and|&) (?:Sons|Daughters|Partners|Co|Associates)\b|\b(?:PLC|Ltd|Inc|LLC|Group|"
    rf"and Sons) (?:Store|Clinic|Hospital|School|Bank|Shop)\b"
)
_WITH = re.compile(
    r"\b(?:at|with|for|of|from|by|in|per|join(?:ed|ing)?|represent(?:ing)?|team|using|on|to)\s(?:the\s|our\s)?$"
)
_STOP = frozenset(
    [
        "The",
        "This",
        "That",
        "My",
        "Our",
        "I",
        "We",
        "It",
        "A",
        "An",
        "And",
        "But",
        "So",
        "If",
        "When",
        "After",
        "Before",
        "While",
        "During",
        "Today",
        "Has",
        "Have",
        "Hi",
        "Hey",
        "Hello",
        "Just",
        "Proud",
        "Error",
        "Log",
        "Logs",
        "Data",
        "Windows",
        "Ubuntu",
        "Seller",
        "Item",
        "Location",
        "Contact",
        "Price",
    ]
)


_ENOUGH = 2
_NO_TOP = 99


class Firm(NamedTuple):
    """An organisation in a post and how surely the author belongs to it."""

    start: int
    end: int
    name: str
    sure: int


class Job(NamedTuple):
    """A job and the words that tell it."""

    start: int
    end: int
    name: str
    sure: int
    cue: str


def find_firm(text: str, body: int) -> Firm | None:
    """Return the firm the author seems to work with."""
    best: Firm | None = None
    for match in _FIRM.finditer(text, body):
        name = match[0]
        start = match.start()
        while name.split()[0].rstrip(",") in _STOP and len(name.split()) > 1:
            cutoff = len(name.split()[0]) + 1
            name, start = name[cutoff:], start + cutoff
        name = re.sub(r"['’]s$|['’]$", "", name)
        if not _is_firm(name):
            continue
        head = text[max(0, start - 24) : start]
        sure = 4 if _WITH.search(head) else 3
        if re.search(r"\b(?:ref|reference|provided by)\b[^.\n]{0,12}$", head, re.IGNORECASE):
            sure = 2
        if best is None or sure > best.sure:
            best = Firm(start, start + len(name), name, sure)
    return best


@lru_cache(maxsize=16)
def firm_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return where names of firms stand, whoever is with them."""
    return tuple(match.span() for match in _FIRM.finditer(text))


def _is_firm(name: str) -> bool:
    if "," in name:
        return sum(1 for part in re.split(r", | and | & ", name) if is_surname(part) or not is_common_word(part)) >= 2
    if name.isupper() or re.match(r"[A-Z]{2}-", name):
        return False
    if "-" in name and " " not in name:
        return all(is_surname(part) or not is_common_word(part) for part in name.split("-"))
    return True


@cache
def _jobs() -> tuple[Phrases, dict[str, str]]:
    table = {phrase: title for title, phrases in rows("jobs") for phrase in phrases.split(";")}
    table |= {f"{phrase}s": title for phrase, title in table.items() if phrase[-1] not in "sgh" and len(phrase) > 3}
    return Phrases(table), table


@cache
def _topics() -> tuple[Phrases, dict[str, list[tuple[str, int]]]]:
    table: dict[str, list[tuple[str, int]]] = {}
    for row in load("topics")["topic"]:
        for weight, phrases in ((3, row.get("strong", [])), (1, row.get("weak", []))):
            for phrase in phrases:
                table.setdefault(phrase, []).append((row["job"], weight))
    return Phrases(table), table


_OWN = re.compile(
    r"\b(?:i['’]?m|i am|as|being|am|fellow|other|dedicated|proud|young|used by|by|working in|work in|"
    r"worked in|career in|passion for|let the|rocking the|cheers to[a-z &]*)"
    r"(?: (?:an?|the|my|our|one of))?(?: [a-z\-]{1,20}){0,2} $",
    re.IGNORECASE,
)


def find_job(text: str, body: int, account: tuple[int, int]) -> Job | None:
    """Return the author's job: named outright, by a hashtag, by the account's name, or by what the post is about."""
    words = tuple(word for word in cut(text) if word[0] >= body) if body else cut(text)
    named = _job_in_account(text[slice(*account)])
    if named is not None:
        return Job(*account, named, 4, "account name")
    return job_named(text, words) or _by_topic(text, body, words) or _by_machine(text, body)


@lru_cache(maxsize=16)
def job_named(text: str, words: Words) -> Job | None:
    """Return the job the author names as theirs, outright or in a hashtag."""
    phrases, titles = _jobs()
    for found in phrases.find_words(words):
        head = text[max(0, found.start - 40) : found.start]
        if _tagged(text, found.start):
            return Job(found.start, found.end, titles[found.phrase], 5, "hashtag")
        if _OWN.search(head):
            return Job(found.start, found.end, titles[found.phrase], 5, "said so")
    return None


def _tagged(text: str, start: int) -> bool:
    at = start
    while at > 0 and text[at - 1].isalnum():
        at -= 1
    return at > 0 and text[at - 1] == "#"


def _job_in_account(handle: str) -> str | None:
    phrases, titles = _jobs()
    if " " in handle.strip() or not handle:
        return None
    found = phrases.find("#" + handle.lstrip("@").replace("_", " #").replace(".", " #"))
    pieces = [one for one in found if len(one.phrase) > 3 and not is_surname(one.phrase)]
    return titles[pieces[0].phrase] if pieces else None


def _by_topic(text: str, body: int, words: Words) -> Job | None:
    ranked = topic_scores(words)
    if not ranked or ranked[0][1] < _ENOUGH:
        return None
    job, _, (start, end) = ranked[0]
    if job in _CARE and _machine_words(text, body) >= _MUCH and not _AT_WORK.search(text, body):
        job = "Healthcare IT Professional"
    return Job(start, end, job, 3, "topic")


_CARE = frozenset(["Healthcare worker", "Nurse", "Doctor", "Pharmacist", "Dentist", "Psychologist", "Surgeon"])
_MUCH = 3
_AT_WORK = re.compile(
    r"\b(?:nurses?|rns?|ward|rounds|shifts?|bedside|full day at|vital signs|therapist)\b", re.IGNORECASE
)


def _machine_words(text: str, body: int) -> int:
    return len({match[0].lower().rstrip("s") for match in _MACHINE.finditer(text, body)})


_MACHINE = re.compile(
    r"\b(?:errors?|logs?|systems?|database|servers?|software|glitch|bug|update|network|portal|login|debug\w*)\b", re.I
)


def _by_machine(text: str, body: int) -> Job | None:
    """Return somebody who looks after computers where a post is about their troubles."""
    found = list(_MACHINE.finditer(text, body))
    if len({match[0].lower() for match in found}) < 2:
        return None
    return Job(found[0].start(), found[0].end(), "IT Professional", 2, "machine words")


@cache
def _order() -> tuple[dict[str, int], dict[str, int]]:
    """Return the place of each job in the table, and the most it can score."""
    table = load("topics")["topic"]
    order = {row["job"]: number for number, row in enumerate(table)}
    return order, {row["job"]: int(row.get("top", _NO_TOP)) for row in table}


@lru_cache(maxsize=16)
def topic_scores(words: Words) -> list[tuple[str, int, tuple[int, int]]]:
    """Return the jobs a text may be about with their scores and the first words that speak for them, best first."""
    phrases, table = _topics()
    strong: dict[str, int] = {}
    weak: dict[str, int] = {}
    first: dict[str, tuple[int, int]] = {}
    seen: set[str] = set()
    for found in phrases.find_words(words):
        if found.phrase in seen:
            continue
        seen.add(found.phrase)
        for job, weight in table[found.phrase]:
            scores = strong if weight > 1 else weak
            scores[job] = scores.get(job, 0) + weight
            if weight > 1 or job not in first:
                first.setdefault(job, (found.start, found.end))
    order, tops = _order()
    totals = {job: min(strong.get(job, 0) + min(weak.get(job, 0), 2), tops[job]) for job in first}
    return [(job, totals[job], first[job]) for job in sorted(totals, key=lambda name: (-totals[name], order[name]))]
