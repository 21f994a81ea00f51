"""Which house people belong to: of the letterhead, of the signature, of a complaint, or told by the job."""

from collections.abc import Iterator
from functools import cache

from gyges.reading.lexicon._load import read_rows, words
from gyges.reading.organisations._find import Organisation
from gyges.reading.page._forms import patterns
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._owners import Owners
from gyges.reading.places._scene import Surroundings

_HEAD, _SMALL, _YOURS_REACH = 300, 3, 48
_REST, _COMPLAINS, _TO_A_HOUSE, _YOURS, _MAIL_TO, _WORKS, _NAME = patterns(
    "letterheads", "rest complains to_a_house yours mail_to works name"
)
_PLACES, _ARTICLES, _PREPOSITIONS = words("houses.workplaces"), words("houses.articles"), words("houses.prepositions")
_BY_JOB = {"Police officer": "Police", "Firefighter": "Fire brigade", "Soldier": "Army", "Prison officer": "Prison"}


@cache
def _by_place() -> dict[str, str]:
    return {row[0]: row[1] for row in read_rows("workplaces.tsv")}


class Houses:
    """The houses of a text."""

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
            elif mail and mail.group(1).lower() not in words("houses.free_hosts"):
                self.addressed = (mail.group(1), mail.start(1), mail.end(1))

    def settle(self) -> None:
        """Give a house to whoever works somewhere but has none yet."""
        text = self._owners.cues.text
        for spot in self._owners.spots if self.addressed else ():
            if (
                spot.kind == "name"
                and _YOURS.search(text, max(0, spot.start - _YOURS_REACH), spot.start)
                and self.addressed
            ):
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
    page, text = owners.cues.page, owners.cues.text
    for index in page.where(_PLACES):
        first = index
        while first and index - first < _SMALL and page.key(first - 1) not in _ARTICLES | _PREPOSITIONS:
            first -= 1
        lead = page.key(first - 1 - (page.key(first - 1) in _ARTICLES))
        start, end = page.words[first][0], page.words[index][1]
        if index < _SMALL or lead not in _PREPOSITIONS or not text[start].islower():
            continue
        named = _NAME.match(text, end)
        if named and not any(spot.kind == "name" for spot in owners.between(end, named.end())):
            start, end = named.span(1)
        low, _ = owners.sentence(start)
        spots = [spot for spot in owners.between(low, start) if not spot.owns]
        if spots and _WORKS.search(text, spots[-1].end, start):
            yield spots[-1].person, start, end, page.key(index)
