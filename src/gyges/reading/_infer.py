"""What follows from what is known: country from place, home from work, marriage of both, degree from job."""

from itertools import permutations

from gyges.reading._reading import ReadFact
from gyges.reading.facts._life import age_value
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import kin_words
from gyges.reading.organisations._find import Organisation
from gyges.reading.organisations._houses import Houses
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._owners import Owners
from gyges.reading.places._scene import Surroundings, is_country
from gyges.reading.work._occupations import education_of

_ADULT, _SCHOOL_AGE, _TEEN = 18, 6, 13
_OLD, _LIKELY = 66, 3
_AT_SCHOOL = frozenset({"In High School", "No High School Diploma"})
_NO_HOUSE = frozenset({None, "Retired", "Student", "Unemployed"})
_OTHER = {"Male": "Female", "Female": "Male"}
_YEARS = {
    "parent": (24, 33), "child": (-33, -24), "elder": (50, 60), "grandchild": (-60, -50),
    "spouse": (-4, 4), "partner": (-4, 4),
}  # fmt: skip
_GROUP = 6
_OF_GROUPS = ("AGE", "SEX", "EDUCATION", "OCCUPATION", "LOCATION")
_OF_THE_DEAD = frozenset({"RELATIONSHIP", "LOCATION"})  # what they have no more


def infer(owners: Owners) -> None:
    """Add what follows from the facts read."""
    people = owners.draft.people
    if not people:
        return
    scene = Surroundings(owners.cues)
    for person in people:
        _colleagues(person, people)
    for person in people:
        _shared(person)
    _groups(people)
    houses = Houses(owners, scene)
    houses.settle()
    for person in people:
        _home(person, scene)
        _nationality(person, scene)
        _staff(person, owners, houses.own)
        _childhood(person)
        _other_sex(person)
        _ages_of_kin(person)
        _old_age(person)
        _degree(person)
        if person.dead:
            person.facts = [fact for fact in person.facts if fact.tag not in _OF_THE_DEAD]


def _by(person: PersonDraft, tag: str, value: str | None, certainty: int, fact: ReadFact, cue: str) -> None:
    """Learn something of which nothing is known by the first words of another fact."""
    if value and person.knows(tag) is None:
        person.learn(tag, value, certainty, fact.evidence[0].start, fact.evidence[0].end, cue)


def _facts(person: PersonDraft, tag: str, least: int = 1) -> list[ReadFact]:
    return [fact for fact in person.facts if fact.tag == tag and fact.certainty >= least]


def _groups(people: list[PersonDraft]) -> None:
    """What is said of twins or of "two sons" holds for each of them."""
    together: dict[tuple[int, int], list[PersonDraft]] = {}
    for person in people:
        for mention in person.mentions if person.kin_of is not None else ():
            together.setdefault((mention.start, mention.end), []).append(person)
    for members in together.values():
        for one, other in permutations(members, 2) if len(members) <= _GROUP else ():
            for best in filter(None, map(one.best, _OF_GROUPS)):
                _by(other, best.tag, best.value, min(best.certainty, 4), best, "group")


def _colleagues(person: PersonDraft, people: list[PersonDraft]) -> None:
    """Whoever writes from the same domain works in the same house."""
    for mail in _facts(person, "EMAIL_ADDRESS") if person.knows("AFFILIATION") is None else ():
        domain = mail.value.rsplit("@", 1)[-1].lower()
        for other in people if not domain.startswith(("example.", "gmail.", "mail.")) else ():
            if other is not person and any(
                fact.value.lower().endswith("@" + domain) for fact in _facts(other, "EMAIL_ADDRESS")
            ):
                _by(person, "AFFILIATION", other.knows("AFFILIATION"), 4, mail, "mail domain")


def _shared(person: PersonDraft) -> None:
    """Household members share a home, relatives a nationality."""
    if person.kin_of is None or person.dead:
        return
    role, other = person.kin_of
    known = kin_words().get(role)
    if known is None:
        return
    tags = {"LOCATION": "household"} if known.group in words("household") and not other.dead else {}
    tags |= {"NATIONALITY": "kin"} if known.group not in {"known", "knowns"} else {}
    for tag, cue in tags.items():
        for one, two in ((person, other), (other, person)):
            fact = one.best(tag)
            if fact is not None and two.knows(tag) is None:
                two.follow(tag, fact.value, 3, fact, cue)


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
    home = person.knows("LOCATION")
    country = home.split(" / ")[-1] if home else None
    if scene.country and (country is None or not is_country(country) or person.kin_of is not None):
        country = scene.country
    if country and is_country(country) and person.knows("NATIONALITY") is None:
        person.learn("NATIONALITY", country, 3, *scene.where_country(), "country of the place")


def _staff(person: PersonDraft, owners: Owners, house: Organisation | None) -> None:
    """Whoever has a job or a rank, or writes in the name of a house, belongs to the house whose name heads the text."""
    if house is not None and person.knows("AFFILIATION") is None and _belongs(person, owners, house.kind):
        person.learn("AFFILIATION", house.text, 3, house.start, house.end, "house")


def _belongs(person: PersonDraft, owners: Owners, kind: str) -> bool:
    job = person.knows("OCCUPATION")
    if job == "Student":
        return kind in {"school", "university"}
    ranked = person.knows("POSITION") is not None
    if person.kin_of is not None and not (ranked and person.names and person.kin_of[1] is not owners.draft.author):
        return False
    roles = {word for role in person.roles for word in role.split()}
    if roles & words("infer.outsiders"):
        return False
    works = ranked or person is owners.draft.author or job not in _NO_HOUSE or bool(roles & words("infer.insiders"))
    return works or (kind == "club" and bool(person.names) and person.kin_of is None)


def _childhood(person: PersonDraft) -> None:
    age, job = person.best("AGE"), person.best("OCCUPATION")
    told: list[tuple[str, str, int]] = []
    if age is None:
        pupil = job is not None and job.value == "Student" and person.knows("EDUCATION") in _AT_SCHOOL
        source, cue, told = job, "pupil", [("RELATIONSHIP", "No relation", 3)] if pupil else []
    else:
        source, cue, oldest = age, "childhood", int(age.value.split("-")[-1])
        if oldest < _ADULT:
            small = oldest <= _TEEN
            told.append(("RELATIONSHIP", "No relation", 4))
            told.append(("EDUCATION", "No High School Diploma" if small else "In High School", 4 if small else 3))
        if _SCHOOL_AGE <= oldest < _ADULT:
            told.append(("OCCUPATION", "Student", 3))
    for tag, value, certainty in told:
        if source is not None and person.knows(tag) is None:
            person.follow(tag, value, certainty, source, cue)


def _other_sex(person: PersonDraft) -> None:
    """The spouse of a man is taken for a woman, and the other way round."""
    role, other = person.kin_of or ("", person)
    known = kin_words().get(role.removeprefix("former "))
    if known is None or known.group not in {"spouse", "partner", "former"}:
        return
    for one, two in ((person, other), (other, person)):
        sex = one.best("SEX")
        if sex is not None and sex.value in _OTHER and two.knows("SEX") is None:
            two.follow("SEX", _OTHER[sex.value], 3, sex, "couple")


def _ages_of_kin(person: PersonDraft) -> None:
    """Parents are a generation older than their children, and couples of one age."""
    role, other = person.kin_of or ("", person)
    known = kin_words().get(role.removeprefix("former "))
    if known is None or known.group not in _YEARS or person.dead or other.dead:
        return
    low, high = _YEARS[known.group]
    for one, two, least, most in ((other, person, low, high), (person, other, -high, -low)):
        told = one.best("AGE")
        if told is None or two.knows("AGE") is not None or most < 0:  # what parents are says little about children
            continue
        ends = told.value.split("-")
        middle = (int(ends[0]) + int(ends[-1])) // 2
        if middle + least > 0:
            two.follow("AGE", age_value(middle + least, middle + most), 2, told, "age of kin")


def _old_age(person: PersonDraft) -> None:
    """Whoever is old and is not said to work has retired."""
    age = person.best("AGE")
    works = _facts(person, "OCCUPATION", _LIKELY + 1)
    if age is not None and int(age.value.split("-")[0]) >= _OLD and not works and not person.dead:
        person.follow("OCCUPATION", "Retired", _LIKELY, age, "old age")


def _degree(person: PersonDraft) -> None:
    """A job tells what it takes to learn it."""
    for job in _facts(person, "OCCUPATION", _LIKELY):
        _by(person, "EDUCATION", education_of(job.value), _LIKELY, job, "occupation tells education")
