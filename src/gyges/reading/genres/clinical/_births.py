"""The day of birth behind the name of the patient: "Re: Mr Hamish Laird, 23/11/1966", which no label tells."""

import re
from datetime import date

from gyges.reading._cues import Cues
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.time._dates import Date

__all__ = ["add"]

_TO_DATE = re.compile(r"[\s,;(/|]{1,4}(?:[a-z]{1,4}[\s.:]{1,2})?", re.IGNORECASE)
_HEAD = 1500  # code points in which a letter says whom it is about
_YOUNGEST, _OLDEST = 1, 110  # a date of last week is the day of a visit


def add(draft: Draft, cues: Cues) -> None:
    """Learn the age of whom a letter is about from a date right behind the name."""
    main = draft.main
    for day in cues.dates if main is not None else ():
        if main is None or day.start > _HEAD:
            return
        age = _age(day, cues.reference)
        if age is not None and _YOUNGEST <= age <= _OLDEST and _stands_behind(cues.text, main, day):
            main.facts = [  # the day of the month is no age
                fact for fact in main.facts if fact.tag != "AGE" or fact.evidence[0].end <= day.start
                or fact.evidence[0].start >= day.end or fact.cue == "age birth"
            ]  # fmt: skip
            main.learn("AGE", str(age), 5, day.start, day.end, "clinical-birth")
            return


def _age(day: Date, reference: date) -> int | None:
    if day.month is None or day.day is None:
        return None
    return reference.year - day.year - ((reference.month, reference.day) < (day.month, day.day))


def _stands_behind(text: str, person: PersonDraft, day: Date) -> bool:
    return any(_TO_DATE.fullmatch(text, mention.end, day.start) for mention in person.mentions)
