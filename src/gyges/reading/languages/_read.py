"""A text read by the tables of its language: the same people, facts and inference as in English."""

from collections.abc import Sequence
from datetime import date

from gyges.reading._reading import Reading
from gyges.reading.inference._infer import infer
from gyges.reading.languages._facts import read_facts_in
from gyges.reading.languages._gather import gather_in
from gyges.reading.languages._people import PeopleOfText
from gyges.reading.languages.table._language import Language
from gyges.reading.masks._find import Mask
from gyges.reading.masks._people import show_people
from gyges.reading.page._page import Page
from gyges.reading.people._draft import Draft
from gyges.reading.people._forms import Forms
from gyges.reading.people._owners import Owners
from gyges.reading.spans._marks import mark_spans

__all__ = ["read_in"]


def read_in(language: Language, page: Page, reference: date, masks: Sequence[Mask] = ()) -> Reading:
    """Return what a text says about each person in it, by the tables of its language.

    Args:
        language: The language.
        page: The text, with where placeholders stand, in which nothing is read.
        reference: The day on which ages are stated.
        masks: The placeholders; behind each of a person stands somebody without a name.
    """
    sight = gather_in(language, page, reference)
    draft = Draft(page.text)
    people = PeopleOfText(draft, sight, masks)
    spots = people.follow()
    owners = Owners(draft, sight.cues, spots, people.voices, Forms())
    read_facts_in(people, owners)
    infer(owners)
    mark_spans(draft, owners)
    if masks:
        show_people(draft)
    draft.genre = language.name  # its own rules spoke, as those of a genre do
    draft.notes["language"] = language.name
    draft.notes["sentences"] = len(sight.cues.sentences)
    draft.notes["people_without_name"] = sum(1 for person in draft.people if not person.names)
    return draft.finish()
