"""What sentences in other languages are checked for: spans marked as `training.marked` reads them, facts of people."""

from training.marked import read_marks

from gyges.reading import read_text
from gyges.reading.finder._mentions import find_mentions

_NEED_NO_MASK = " .,–\"'”“)("


def assert_hidden(marked: str, tail: str) -> None:
    """Check that every marked span is hidden as what it is."""
    text, mentions = read_marks(marked)
    found = find_mentions(text + tail)
    for mention in mentions:
        inside = [one for one in found if one.start < mention.end and mention.start < one.end]
        hidden = {place for one in inside for place in range(one.start, one.end)}
        left = "".join(
            text[at] for at in range(mention.start, mention.end) if at not in hidden and text[at] not in _NEED_NO_MASK
        )
        assert not left, f"{left!r} of {mention.text!r} shows"
        assert {one.type for one in inside} == {mention.type}, mention.text


def assert_told(text: str, name: str, tag: str, value: str) -> None:
    """Check that the best guess about the only person of a name is a value."""
    people = [one for one in read_text(text).people if one.description.startswith(name)]
    assert len(people) == 1, read_text(text).people
    told = [fact for fact in people[0].facts if fact.tag == tag]
    assert told, people[0].facts
    assert max(told, key=lambda fact: fact.certainty).value == value


def assert_sound(text: str) -> None:
    """Check that mentions and evidence stand in the text and in order, and that a second reading is the same."""
    found = find_mentions(text)
    assert found == find_mentions(text)
    end = 0
    for one in found:
        assert end <= one.start < one.end <= len(text)
        end = one.end
    reading = read_text(text)
    assert reading == read_text(text)
    for person in reading.people:
        for evidence in (*person.mentions, *(words for fact in person.facts for words in fact.evidence)):
            assert 0 <= evidence.start < evidence.end <= len(text)
