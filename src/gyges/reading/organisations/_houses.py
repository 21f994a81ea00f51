"""Which house people belong to: of the letterhead, of the signature, of a complaint, or told by the job."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.reading.lexicon._load import either, read_rows, words
from gyges.reading.organisations._find import Organisation
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._owners import Owners
from gyges.reading.places._scene import Surroundings

__all__ = ["Houses"]

_HEAD, _SMALL = 300, 3
_REST = re.compile(r"(?:\s[^\W\d_a-zà-öø-ÿ][\w'’-]*){1,3}(?=[,\n]|\s[-–|])")
_COMPLAINS = re.compile(rf"\b[Yy]our {either('houses.complains')}\b")
_TO_A_HOUSE = re.compile(
    r"\b(?:Dear (?:Sir|Madam|Sirs|customer|team|support)|Gentlemen|To whom|Respected [Ss]ir"
    r"|To the (?:coach |bus )?(?:company|manager)|Hello team)"
)
_YOURS = re.compile(
    r"\b[Yy]our (?:[\w-]+ ){0,2}?(?:[\w-]+, (?:an?|one|the) )?"
    r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Señora?|Senhora?|Herr|Frau|Madame|Monsieur)\.? )?$"
)
_MAIL_TO = re.compile(r"^\W{0,4}To:[^\n@]{0,80}@([\w-]+)\.", re.M)
_WORKS = re.compile(
    r"\b(?:work|job|employed|shift|nights?|teach|taught|nurs|driv|clean|cook|guard|clerk|leaves? for|joined"
    r"|hired|posted|paid|placed|salary|wages|stud|lectur|examin|serv|duty|deliver|trained|intern|porter|foreman|manager|runs?)\w*\b",
    re.I,
)
_NAME = re.compile(r"\s([^\W\d_a-zà-öø-ÿ][\w'’-]*(?:\s[^\W\d_a-zà-öø-ÿ][\w'’-]*){0,3})")
_PLACES = words("houses.workplaces")
_ARTICLES = frozenset({"the", "a", "an", "our", "my", "his", "her", "their"})
_PREPOSITIONS = frozenset({"at", "in", "for", "with", "by", "from", "of"})
_SMALL_WORDS = _ARTICLES | _PREPOSITIONS
_BY_JOB = {"Police officer": "Police", "Firefighter": "Fire brigade", "Soldier": "Army", "Prison officer": "Prison"}
_FREE = ("example", "gmail", "mail", "yahoo", "hotmail", "outlook", "post", "web")


@cache
def _by_place() -> dict[str, str]:
    return {row[0]: row[1] for row in read_rows("workplaces.tsv")}


class Houses:
    """The houses of a text.

    Attributes:
        own: The house the text comes from, None if it names none or goes to a house instead.
        addressed: The words for the house a complaint goes to, with their place.
    """

    def __init__(self, owners: Owners, scene: Surroundings) -> None:
        text = owners.cues.text
        self._owners = owners
        speaks_to = "your " in text or "Your " in text  # most texts speak to nobody, and need no search
        complains = speaks_to and bool(_COMPLAINS.search(text)) and bool(_TO_A_HOUSE.search(text))
        house = _whole(text, scene.house) if scene.house is not None else None
        signed = _signed(owners)
        self.own: Organisation | None = signed if complains else house or signed
        self.addressed: tuple[str, int, int] | None = None
        if complains:
            mail = _MAIL_TO.search(text)
            if house is not None and (signed is None or signed.text != house.text):
                self.addressed = (house.text, house.start, house.end)
            elif mail and mail.group(1).lower() not in _FREE:
                self.addressed = (mail.group(1), mail.start(1), mail.end(1))

    def settle(self) -> None:
        """Give a house to whoever works somewhere but has none yet."""
        text = self._owners.cues.text
        for spot in self._owners.spots if self.addressed else ():
            if spot.kind == "name" and _YOURS.search(text, max(0, spot.start - 48), spot.start) and self.addressed:
                person, (name, start, end) = spot.person, self.addressed
                person.facts = [f for f in person.facts if f.tag != "AFFILIATION" or f.certainty > _SMALL + 1]
                person.learn("AFFILIATION", name, 4, start, end, "addressed house")
        for person, start, end, kind in _workplaces(self._owners):
            if kind in _by_place() and person.knows("OCCUPATION") is None:
                person.learn("OCCUPATION", _by_place()[kind], 3, start, end, "workplace")
            if person.knows("AFFILIATION") is None:
                person.learn("AFFILIATION", text[start:end], 3, start, end, "workplace")
        for person in _mates(self._owners, self.own):
            if self.own is not None and person.knows("AFFILIATION") is None:
                person.learn("AFFILIATION", self.own.text, 2, self.own.start, self.own.end, "colleague")
        for person in self._owners.draft.people:
            told = [f for f in person.facts if f.tag == "OCCUPATION" and f.value in _BY_JOB]
            job = min(told, key=lambda f: (f.cue == "title", -f.certainty), default=None)
            if job is not None and job.certainty >= _SMALL and person.knows("AFFILIATION") is None:
                where = job.evidence[0]
                person.learn("AFFILIATION", _BY_JOB[job.value], 3, where.start, where.end, "job tells the house")


def _mates(owners: Owners, house: Organisation | None) -> Iterator[PersonDraft]:
    """Whoever two people of one house speak of by a bare name, and who is nobody's kin, mostly works there too."""
    people = owners.draft.people
    inside = [person for person in people if house and person.knows("AFFILIATION") == house.text]
    if house is None or house.kind not in {"company", "other"} or len(inside) <= 1 or owners.draft.author not in inside:
        return
    for person in people:
        if person.names and not person.roles and person.kin_of is None and person.knows("OCCUPATION") is None:
            yield person


def _whole(text: str, house: Organisation) -> Organisation:
    """A letterhead's house with the capitalised words that end its name: "Rehabilitation Clinic Weyerhof, ..."."""
    rest = _REST.match(text, house.end) if house.start < _HEAD else None
    if rest is None or house.text.isupper() != rest.group().isupper():
        return house
    return Organisation(house.start, rest.end(), text[house.start : rest.end()], house.kind)


def _signed(owners: Owners) -> Organisation | None:
    """The house the author signs for."""
    author = owners.draft.author
    name = author.knows("AFFILIATION") if author is not None else None
    if author is None or name is None:
        return None
    known = next((org for org in owners.cues.organisations if org.text == name), None)
    where = next(f.evidence[0] for f in author.facts if f.tag == "AFFILIATION" and f.value == name)
    return known or Organisation(where.start, where.end, name, "other")


def _workplaces(owners: Owners) -> Iterator[tuple[PersonDraft, int, int, str]]:
    """Places of work without a name, and who works there: "nights at the garment factory"."""
    text, words = owners.cues.text, owners.cues.page.words
    for index, (_, end, key) in enumerate(words):
        if key not in _PLACES or index < _SMALL:
            continue
        first = index
        while first and index - first < _SMALL and words[first - 1][2] not in _SMALL_WORDS:
            first -= 1
        article = words[first - 1][2] in _ARTICLES
        lead = words[first - 2 if article else first - 1][2]
        start = words[first][0]
        if lead not in _PREPOSITIONS or not text[start].islower():
            continue
        named = _NAME.match(text, end)
        if named and not any(spot.kind == "name" for spot in owners.between(end, named.end())):
            start, end = named.span(1)
        low, _ = owners.sentence(start)
        spots = [spot for spot in owners.between(low, start) if not spot.owns]
        since = spots[-1].end if spots else low
        if not _WORKS.search(text, since, start):
            continue
        person = owners.addressee(since, start) or (spots[-1].person if spots else None)
        if person is not None:
            yield person, start, end, key
