from gyges.reading import PersonRead, read_text


def _person(text: str, name: str) -> PersonRead:
    return next(person for person in read_text(text).people if name in person.description)


def _sex(person: PersonRead) -> str | None:
    return next((fact.value for fact in person.facts if fact.tag == "SEX"), None)


def test_a_pronoun_tells_the_sex_of_a_name_that_does_not() -> None:
    assert _sex(_person("Dr Zhuravlenko was late. She had missed the bus.", "Zhuravlenko")) == "Female"


def test_a_pronoun_skips_people_it_does_not_fit() -> None:
    text = "Margaret Holloway wrote to Dr Zhuravlenko. He answered at once."
    assert _sex(_person(text, "Zhuravlenko")) == "Male"


def test_his_wife_belongs_to_the_man_before() -> None:
    text = "Robert Finch saw Margaret Holloway. His wife waited outside."
    wife = next(person for person in read_text(text).people if "wife" in person.description)
    assert _sex(wife) == "Female"
    assert any(f.value == "Married" for f in _person(text, "Finch").facts)


def test_the_father_of_somebodys_daughter_is_that_somebody() -> None:
    text = "Robert Finch is proud. His daughter teaches in town. Her father retired."
    assert len(read_text(text).people) == 2


def test_nobody_is_meant_by_a_pronoun_without_anybody_before() -> None:
    assert read_text("It was raining. He had no umbrella.").people == ()
