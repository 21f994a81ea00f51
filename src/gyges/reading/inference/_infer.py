"""What follows from what is known: country from place, home from work, marriage of both, degree from job."""

import re

from gyges.reading._reading import ReadFact
from gyges.reading.codes._find import mail_country
from gyges.reading.inference._kin import infer_from_kin
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._people_words import kin_words
from gyges.reading.organisations._find import Organisation
from gyges.reading.organisations._houses import Houses
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._named import sex_of_name
from gyges.reading.people._owners import Owners
from gyges.reading.places._scene import Surroundings, is_country
from gyges.reading.work._occupations import education_of

__all__ = ["infer"]

_HOUSEHOLD = words("household")
_GROUP = 6
_MEDICAL = re.compile(
    r"physician|doctor|surgeon|ologist|iatrist|dentist|practitioner|medic|an[ae]*sthe|pathol|radiol|vet|nurse|midwife",
    re.IGNORECASE,
)
_ADULT, _SCHOOL_AGE, _TEEN = 18, 6, 13
_OLD, _LIKELY = 66, 3
_AT_SCHOOL = frozenset({"In High School", "No High School Diploma"})
_OUTSIDERS = words("infer.outsiders")
_INSIDERS = frozenset({"employee", "joiner", "trainee", "agent", "consultant", "hr", "teacher", "officer", "staff"})
_NO_HOUSE = frozenset({None, "Retired", "Student", "Unemployed"})


def infer(owners: Owners) -> None:
    """Add what follows from the facts read."""
    scene = Surroundings(owners.cues)
    people = owners.draft.people
    for person in people:
        _named_by_mail(person)
        _colleagues(person, people)
    for person in people:
        _origin(person)
        _shared(person)
    _groups(people)
    houses = Houses(owners, scene)
    houses.settle()
    for person in people:
        _doctor(person)
        _home(person, scene)
        _nationality(person, scene)
        _staff(person, owners, houses.own)
        _childhood(person)
        infer_from_kin(person)
        _old_age(person)
        _degree(person)
        if person.dead:
            person.facts = [fact for fact in person.facts if fact.tag not in {"RELATIONSHIP", "LOCATION"}]


def _groups(people: list[PersonDraft]) -> None:
    """What is said of twins or of "two sons" holds for each of them."""
    together: dict[tuple[int, int], list[PersonDraft]] = {}
    for person in people:
        for mention in person.mentions if person.kin_of is not None else ():
            together.setdefault((mention.start, mention.end), []).append(person)
    for members in together.values():
        for one in members if 1 < len(members) <= _GROUP else ():
            for tag in ("AGE", "SEX", "EDUCATION", "OCCUPATION", "LOCATION"):
                best = max((f for f in one.facts if f.tag == tag), key=lambda f: f.certainty, default=None)
                for other in members if best is not None else ():
                    if best is not None and other.knows(tag) is None:
                        where = best.evidence[0]
                        other.learn(tag, best.value, min(best.certainty, 4), where.start, where.end, "group")


def _doctor(person: PersonDraft) -> None:
    """A doctor who works as something else than a physician has a doctorate."""
    by_title = [f for f in person.facts if f.tag == "OCCUPATION" and f.value == "Physician" and f.cue == "title"]
    works = [f for f in person.facts if f.tag == "OCCUPATION" and f.cue != "title" and f.certainty >= 4]
    if not by_title or not works or any(_MEDICAL.search(fact.value) for fact in works):
        return
    person.facts = [fact for fact in person.facts if fact is not by_title[0]]
    where = by_title[0].evidence[0]
    person.learn("EDUCATION", "PhD", 5, where.start, where.end, "doctorate")


def _named_by_mail(person: PersonDraft) -> None:
    """Read a name from a mail address whose owner has none."""
    if person.names:
        return
    for fact in person.facts:
        words = re.split(r"[._\-\d]+", fact.value.split("@")[0]) if fact.tag == "EMAIL_ADDRESS" else []
        told = sex_of_name(words[0]) if words and len(words[0]) > 2 else None
        if told is None or len(words) < 2:
            continue
        name = " ".join(word.capitalize() for word in words if word)
        where = fact.evidence[0]
        person.learn("NAME", name, 4, where.start, where.end, "mail address")
        if person.knows("SEX") is None:
            person.learn("SEX", told[0], told[1], where.start, where.end, "mail address")
        return


def _colleagues(person: PersonDraft, people: list[PersonDraft]) -> None:
    """Whoever writes from the same domain works in the same house."""
    if person.knows("AFFILIATION") is not None:
        return
    for mail in (fact for fact in person.facts if fact.tag == "EMAIL_ADDRESS"):
        domain = mail.value.rsplit("@", 1)[-1].lower()
        for other in people:
            shares = any(f.tag == "EMAIL_ADDRESS" and f.value.lower().endswith("@" + domain) for f in other.facts)
            house = other.knows("AFFILIATION") if shares and other is not person else None
            if house and not domain.startswith(("example.", "gmail.", "mail.")):
                person.learn("AFFILIATION", house, 4, mail.evidence[0].start, mail.evidence[0].end, "mail domain")
                return


def _origin(person: PersonDraft) -> None:
    """A mail address or a paper of a country points to it."""
    if person.knows("NATIONALITY") is not None:
        return
    for fact in person.facts:
        country = mail_country(fact.value) if fact.tag == "EMAIL_ADDRESS" else None
        if country:
            person.learn("NATIONALITY", country, 3, fact.evidence[0].start, fact.evidence[0].end, "mail address")
            return


def _shared(person: PersonDraft) -> None:
    """Household members share a home, relatives a nationality."""
    if person.kin_of is None or person.dead:
        return
    role, other = person.kin_of
    known = kin_words().get(role)
    if known is None:
        return
    tags = ["LOCATION"] if known.group in _HOUSEHOLD and not other.dead else []
    tags += ["NATIONALITY"] if known.group not in {"known", "knowns"} else []
    for tag in tags:
        for one, two in ((person, other), (other, person)):
            known_fact = one.best(tag)
            if known_fact is not None and two.knows(tag) is None:
                two.follow(tag, known_fact.value, 3, known_fact, "household" if tag == "LOCATION" else "kin")


def _home(person: PersonDraft, scene: Surroundings) -> None:
    home = scene.home()
    for number, fact in enumerate(person.facts):  # a street without its town lies in the town the text plays in
        levels = fact.value.split(" / ")
        if fact.tag == "LOCATION" and home and not is_country(levels[-1]):
            value = " / ".join(dict.fromkeys([*levels, *home.split(" / ")]))
            person.facts[number] = ReadFact("LOCATION", value, fact.certainty, fact.evidence, fact.cue)
    if home and person.knows("LOCATION") is None:
        person.learn("LOCATION", home, 3, *scene.where(), "scene")


def _nationality(person: PersonDraft, scene: Surroundings) -> None:
    if person.knows("NATIONALITY") is not None:
        return
    home = person.knows("LOCATION")
    country = home.split(" / ")[-1] if home else None
    if scene.country and (country is None or not is_country(country) or person.kin_of is not None):
        country = scene.country
    if country and is_country(country):
        person.learn("NATIONALITY", country, 3, *scene.where_country(), "country of the place")


def _staff(person: PersonDraft, owners: Owners, house: Organisation | None) -> None:
    """Whoever has a job or a rank, or writes in the name of a house, belongs to the house whose name heads the text."""
    if house is None or person.knows("AFFILIATION") is not None:
        return
    job = person.knows("OCCUPATION")
    ranked = bool(person.names) and person.knows("POSITION") is not None
    if person.kin_of is not None and job != "Student" and (not ranked or person.kin_of[1] is owners.draft.author):
        return
    roles = {word for role in person.roles for word in role.split()}
    if job == "Student":
        belongs = house.kind in {"school", "university"}
    elif roles & _OUTSIDERS:
        belongs = False
    else:
        works = person.knows("POSITION") is not None or person is owners.draft.author or bool(roles & _INSIDERS)
        belongs = (
            works or job not in _NO_HOUSE or (house.kind == "club" and bool(person.names) and person.kin_of is None)
        )
    if belongs:
        person.learn("AFFILIATION", house.text, 3, house.start, house.end, "house")


def _childhood(person: PersonDraft) -> None:
    age = person.best("AGE")
    if age is None:
        job = person.best("OCCUPATION")
        pupil = job is not None and job.value == "Student" and person.knows("EDUCATION") in _AT_SCHOOL
        if job is not None and pupil and person.knows("RELATIONSHIP") is None:
            person.follow("RELATIONSHIP", "No relation", 3, job, "pupil")
        return
    oldest = int(age.value.split("-")[-1])
    if oldest >= _ADULT:
        return
    for tag, value, certainty in (
        ("RELATIONSHIP", "No relation", 4),
        ("EDUCATION", "No High School Diploma" if oldest <= _TEEN else "In High School", 4 if oldest <= _TEEN else 3),
        ("OCCUPATION", "Student" if oldest >= _SCHOOL_AGE else "", 3),
    ):
        if value and person.knows(tag) is None:
            person.follow(tag, value, certainty, age, "childhood")


def _old_age(person: PersonDraft) -> None:
    """Whoever is old and is not said to work has retired."""
    age = person.best("AGE")
    works = any(fact.tag == "OCCUPATION" and fact.certainty > _LIKELY for fact in person.facts)
    if age is not None and int(age.value.split("-")[0]) >= _OLD and not works and not person.dead:
        person.follow("OCCUPATION", "Retired", _LIKELY, age, "old age")


def _degree(person: PersonDraft) -> None:
    """A job tells what it takes to learn it."""
    if person.knows("EDUCATION") is not None:
        return
    for job in (fact for fact in person.facts if fact.tag == "OCCUPATION" and fact.certainty >= _LIKELY):
        education = education_of(job.value)
        if education:
            where = job.evidence[0]
            person.learn("EDUCATION", education, _LIKELY, where.start, where.end, "occupation tells education")
            return
