"""What an attacker proposes to an annotator: people with facts, and mentions; marked until somebody accepts them."""

from collections.abc import Iterable
from itertools import count

from gyges.attacks import open_attacker
from gyges.models import ModelPool, ModelSettings
from gyges.reading import find_mentions, require_read
from gyges.reading.lookups import fold
from gyges.records import IdentifierType, Mention
from gyges.runs import wait_for
from gyges.studio.kinds import MentionsBody, PeopleBody, mentions_body, people_body

__all__ = ["propose_mentions", "propose_people"]


def propose_people(text: str, id: str, attacker: str, models: ModelSettings, users: Iterable[str] = ()) -> PeopleBody:
    """Let an attacker read a text; a model may take minutes.

    Args:
        text: The text.
        id: Its id.
        attacker: The spec of the attacker.
        models: Where the text may go, and what that may cost.
        users: Who uses the replies of models, as the cache knows them.

    Raises:
        GygesError: The text could not be read: a failure, never nobody.
    """

    async def ask() -> PeopleBody:
        async with ModelPool(models) as pool:
            pool.works_for(*users)
            finding = await open_attacker(attacker, pool).attack(text, id=id)
        return people_body(finding.subjects, by=attacker, accepted=False)

    return wait_for(ask)


def propose_mentions(text: str, finder: str) -> MentionsBody:
    """Return what the embedded masker would cover; spans of one person, or with the same words, are one entity.

    Raises:
        UnreadError: The text is in a language that is not read, or is no text.
    """
    require_read(text, finder)
    numbers = count(1)
    entities: dict[tuple[str, str], str] = {}
    found = []
    for span in find_mentions(text):
        words = text[span.start : span.end]
        entity = (span.type, span.person) if span.person and span.type == "PERSON" else (span.type, fold(words))
        if entity not in entities:
            entities[entity] = f"e{next(numbers)}"
        identifier = IdentifierType.DIRECT if span.direct else IdentifierType.QUASI
        found.append(Mention(span.start, span.end, words, span.type, identifier, entities[entity]))
    return mentions_body(found, by=finder, accepted=False)
