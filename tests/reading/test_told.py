"""What rules tell about people, and how it is learned."""

from collections.abc import Iterator

from gyges.reading.people._draft import PersonDraft, Told, learn


def test_what_is_told_about_nobody_or_says_nothing_is_not_learned() -> None:
    person = PersonDraft()
    learn([Told(None, "SEX", "Female", 5, 0, 3, "noun"), Told(person, "SEX", None, 5, 0, 3, "noun")])
    learn([Told(person, "AGE", "", 5, 0, 3, "age stated")])
    assert person.facts == []


def test_what_counts_only_where_nothing_is_known_does_not_add_a_second_value() -> None:
    person = PersonDraft()
    rows = [
        Told(person, "SEX", "Female", 3, 0, 3, "first name", first=True),
        Told(person, "SEX", "Male", 5, 8, 10, "marker", first=True),
        Told(person, "AGE", "40", 4, 12, 14, "age stated", first=True),
    ]
    learn(rows)
    assert [(fact.tag, fact.value) for fact in person.facts] == [("SEX", "Female"), ("AGE", "40")]


def test_a_rule_that_tells_later_knows_what_was_learned_before() -> None:
    person = PersonDraft()

    def rule() -> Iterator[Told]:
        yield Told(person, "OCCUPATION", "Nurse", 5, 0, 5, "role")
        yield Told(person, "EDUCATION", person.knows("OCCUPATION"), 3, 0, 5, "occupation tells education")

    learn(rule())
    assert person.knows("EDUCATION") == "Nurse"
