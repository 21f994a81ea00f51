"""A text read by the tables of its language: the same people, facts and inference as in English."""

from collections.abc import Sequence
from datetime import date

from gyges.reading._infer import infer
from gyges.reading._reading import Reading
from gyges.reading.facts._codes import read_codes
from gyges.reading.facts._life import age_value
from gyges.reading.languages._gather import TextSight, gather_in
from gyges.reading.languages._people import PeopleOfText
from gyges.reading.languages._words import Described
from gyges.reading.languages.table._language import Language, keys_of_phrase
from gyges.reading.lexicon._names import Kin
from gyges.reading.masks._find import Mask
from gyges.reading.masks._people import show_people
from gyges.reading.organisations._find import Organisation
from gyges.reading.page._page import Page
from gyges.reading.people._draft import Draft, PersonDraft, learn
from gyges.reading.people._owners import Forms, Owners, mark_spans
from gyges.reading.places._gazetteer import Place

_WIDEST = 10  # years of an age that still says something


def read_facts_in(people: PeopleOfText, owners: Owners) -> None:
    """Give every cue to its owner."""
    sight = people.sight
    _identities(sight, people, owners)
    _jobs(sight, people, owners)
    _ages(sight, people, owners)
    learn(read_codes(owners))
    _words(sight, people, owners)
    _told(sight, people, owners)
    _bonds(people, owners)
    _homes(sight, owners)


def _identities(sight: TextSight, people: PeopleOfText, owners: Owners) -> None:
    for named in sight.named:
        person = people.at(named.span.start)
        for title in named.span.titles if person is not None else ():
            told = (
                ("OCCUPATION", title.occupation), ("POSITION", title.position),
                ("EDUCATION", title.education), ("RELATIONSHIP", title.relationship),
            )  # fmt: skip
            for tag, value in told:
                if value and person is not None:
                    person.learn(tag, value, 4, named.start, named.span.end, "title")
    for person in owners.draft.people:
        name = person.name
        if name:
            where = person.place(owners.cues.text, name)
            person.learn("NAME", name.lstrip("@"), 5, where.start, where.end, "name")
            given = name.split()[0]
            sex = sight.language.names.get(keys_of_phrase(given))
            if sex and person.knows("SEX") is None:
                person.learn("SEX", sex, 4, where.start, where.end, "first name")


def _owner(people: PeopleOfText, owners: Owners, start: int, end: int, whose: str = "before") -> PersonDraft | None:
    if whose == "author":
        return people.voices.author
    if whose == "you":
        return people.addressee
    if whose == "next":
        return people.after(end)
    return people.head(end) or people.beside(start, end) or people.subject(start) or owners.of(start, end, leads=True)


def _worker(people: PeopleOfText, owners: Owners, word: Described) -> PersonDraft | None:
    """Return whose job a word is: nobody of the other sex, so that no husband is a "Lehrerin"."""
    person = _owner(people, owners, word.start, word.end)
    if person is None or not word.sex or person.knows("SEX") in {None, word.sex}:
        return person
    return people.near(word.start, word.end, word.sex)


def _jobs(sight: TextSight, people: PeopleOfText, owners: Owners) -> None:
    for word in sight.described:
        if word.kind != "job" or people.is_denied(word.start):
            continue
        person = _worker(people, owners, word)
        if person is None:
            continue
        retired = _follows(sight, word, "retired")
        value = f"Retired {word.value}" if retired else word.value
        person.learn("OCCUPATION", value, 5, word.start, word.end, "occupation")
        if word.position:
            person.learn("POSITION", word.position, 4, word.start, word.end, "job word")
        if word.sex and person.knows("SEX") in {None, word.sex}:
            person.learn("SEX", word.sex, 4, word.start, word.end, "job word")
        if isinstance(word.more, str) and word.more:
            person.learn("EDUCATION", word.more, 3, word.start, word.end, "occupation tells education")


def _follows(sight: TextSight, word: Described, name: str) -> bool:
    """Tell whether a word of a list stands right before another one, or right after it."""
    head = sight.cues.text[max(0, word.start - 30) : word.start].lower().split()
    tail = sight.cues.text[word.end : word.end + 30].lower().split(maxsplit=1)
    beside = {*(part.rstrip(",.") for part in head[-1:]), *(part.rstrip(",.;)") for part in tail[:1])}
    return not beside.isdisjoint(sight.language.words("people", name))


def _ages(sight: TextSight, people: PeopleOfText, owners: Owners) -> None:
    for cue in sight.cues.ages:
        if cue.high - cue.low > _WIDEST:
            continue
        person = _owner(people, owners, cue.start, cue.end)
        if person is not None:
            value = age_value(cue.low, cue.high)
            person.learn("AGE", value, cue.certainty, cue.start, cue.end, f"age {cue.kind}")


def _words(sight: TextSight, people: PeopleOfText, owners: Owners) -> None:
    """Learn what demonyms and traits tell."""
    for word in sight.described:
        tag = "NATIONALITY" if word.kind == "demonym" else word.more if word.kind == "trait" else ""
        if not isinstance(tag, str) or not tag or not word.value:
            continue
        person = _owner(people, owners, word.start, word.end)
        if person is not None:
            person.learn(tag, word.value, 4, word.start, word.end, f"{word.kind} word")
            if word.sex and person.knows("SEX") is None:
                person.learn("SEX", word.sex, 4, word.start, word.end, "demonym")


def _told(sight: TextSight, people: PeopleOfText, owners: Owners) -> None:
    """Learn what the patterns of the language tell."""
    for tag, rules in sight.language.facts.items():
        for rule, match, start, end in sight.shadow.find(rules):
            value = rule.value or _value(sight, start, end, tag)
            person = people.near(match.start(), match.end()) if rule.whose == "before" else None
            person = person or _owner(people, owners, match.start(), match.end(), rule.whose)
            if person is not None and value:
                person.learn(tag, value, rule.certainty, start, end, rule.cue or tag.lower())


def _value(sight: TextSight, start: int, end: int, tag: str) -> str:
    cue = sight.shadow.cue(start, end)
    if isinstance(cue, Place):
        return (cue.country or "") if tag == "NATIONALITY" else " / ".join(dict.fromkeys(cue.levels))
    if isinstance(cue, Organisation):
        return cue.text
    if isinstance(cue, Described):
        return cue.value
    return sight.cues.text[start:end]


def _bonds(people: PeopleOfText, owners: Owners) -> None:
    """A wife is married, and so is the one whose wife she is."""
    for spot in people.spots:
        word = people.sight.shadow.cue(spot.start, spot.end) if spot.kind == "kin" else None
        kin = word.more if isinstance(word, Described) and isinstance(word.more, Kin) else None
        if kin is None or not kin.ties:
            continue
        others = [spot.person.kin_of[1]] if spot.person.kin_of else []
        for person in (spot.person, *others):
            person.learn("RELATIONSHIP", kin.ties, 4, spot.start, spot.end, "kin word")


def _homes(sight: TextSight, owners: Owners) -> None:
    """An address belongs to the one whose block, line or sentence it stands in."""
    for place in sight.cues.places:
        if place.kind != "street":
            continue
        person = owners.of(place.start, place.end)
        if person is not None and person.knows("LOCATION") is None:
            levels = place.levels[1:] or place.levels
            person.learn("LOCATION", " / ".join(dict.fromkeys(levels)), 5, place.start, place.end, "address")


def read_in(language: Language, page: Page, reference: date, masks: Sequence[Mask] = ()) -> Reading:
    """Return what a text says about each person in it, by the tables of its language."""
    sight = gather_in(language, page, reference)
    draft = Draft(page.text)
    people = PeopleOfText(draft, sight, masks)
    spots = people.follow()
    owners = Owners(draft, sight.cues, spots, people.voices, Forms())
    read_facts_in(people, owners)
    infer(owners)
    mark_spans(owners)
    if masks:
        show_people(draft)
    draft.genre = language.name  # its own rules spoke, as those of a genre do
    draft.notes["language"] = language.name
    draft.notes["sentences"] = len(sight.cues.sentences)
    draft.notes["people_without_name"] = sum(1 for person in draft.people if not person.names)
    return draft.finish()
