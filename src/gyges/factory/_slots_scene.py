"""Slots for what belongs to the scene and to nobody in particular: dates, places, sums, file numbers."""

from collections.abc import Callable
from datetime import timedelta

from gyges.factory._codes import fill
from gyges.factory._locales import locales
from gyges.factory._organisations import organisation, stem
from gyges.factory._personas import Persona
from gyges.factory._times import MONTHS, date_words, number_in_words
from gyges.factory._writer import QUASI, SlotTable, Writer
from gyges.records import IdentifierType

__all__ = ["SCENE_SLOTS"]

_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_REFERENCES = ("##/####", "LL-####/##", "####-LL-##", "LLL/####/2#", "#-####/##", "2#LL#####")
_ELSEWHERE = 12


def _date(writer: Writer, who: Persona | None) -> None:
    """Write the day of the document."""
    span = writer.put_raw(date_words(writer.draft.day, writer.notes["dates"]))
    writer.mention(span, "DATETIME", QUASI, "day", str(writer.draft.day.year))
    writer.draft.date_spans.append(span)


def _earlier(least: int, most: int) -> Callable[[Writer, Persona | None], None]:
    def write(writer: Writer, who: Persona | None) -> None:
        day = writer.draft.day - timedelta(days=writer.draw.randint(least, most))
        span = writer.put_raw(date_words(day, writer.notes["dates"]))
        writer.mention(span, "DATETIME", QUASI, f"date{day}", str(day.year))

    return write


def _month(writer: Writer, who: Persona | None) -> None:
    day = writer.draft.day - timedelta(days=writer.draw.randint(20, 300))
    span = writer.put_raw(MONTHS[day.month - 1])
    writer.mention(span, "DATETIME", QUASI, f"month{span}", "some months ago")


def _weekday(writer: Writer, who: Persona | None) -> None:
    span = writer.put_raw(writer.draw.choice(_DAYS))
    writer.mention(span, "DATETIME", IdentifierType.NO_MASK, f"weekday{span}", "one day")


def _time(writer: Writer, who: Persona | None) -> None:
    minutes = writer.draw.choice(("00", "15", "20", "30", "45", "50"))
    words = f"{writer.draw.randint(6, 22)}{writer.draw.choice('.:')}{minutes}"
    span = writer.put_raw(words)
    writer.mention(span, "DATETIME", IdentifierType.NO_MASK, f"time{span}", "some time")


def _place(writer: Writer, who: Persona | None) -> None:
    """Write the city the scene plays in."""
    span = writer.put_raw(writer.draft.place)
    writer.mention(span, "LOC", QUASI, f"loc{writer.draft.place}", "a city")
    writer.draft.place_spans.append(span)


def _elsewhere(writer: Writer, who: Persona | None) -> None:
    """Write a city nobody in the scene lives in, which tells nothing."""
    for _ in range(_ELSEWHERE):
        city = writer.draw.choice(writer.draw.choice(locales()).cities).name
        if city != writer.draft.place:
            break
    span = writer.put_raw(city)
    writer.mention(span, "LOC", QUASI, f"loc{city}", "another city")


def _org(writer: Writer, who: Persona | None) -> None:
    """Write the organisation of the scene."""
    span = writer.put_raw(writer.draft.organisation)
    writer.mention(span, "ORG", QUASI, "organisation", writer.notes["org_general"])
    writer.draft.org_spans.append(span)


def _firm(writer: Writer, who: Persona | None) -> None:
    """Write some other firm."""
    other = organisation(
        writer.draw.choice(("firm", "shop", "building", "telecom", "insurance")), writer.cast["_"].home, writer.draw
    )
    span = writer.put_raw(other.name)
    writer.mention(span, "ORG", QUASI, f"org{other.name}", other.general)


def _reference(writer: Writer, who: Persona | None) -> None:
    code = fill(writer.draw.choice(_REFERENCES), writer.draw, writer.draft.day, True)
    span = writer.put_raw(code)
    writer.mention(span, "CODE", QUASI, f"code{code}", "a reference")


def _money(writer: Writer, who: Persona | None) -> None:
    amount = writer.draw.choice((35, 48, 60, 85, 120, 180, 240, 375, 460, 640, 900))
    span = writer.put_raw(writer.cast["_"].home.money % amount)
    writer.mention(span, "QUANTITY", QUASI, f"sum{span}", "a sum")


def _number(writer: Writer, who: Persona | None) -> None:
    writer.put(str(writer.draw.randint(2, 9)))


def _number_words(writer: Writer, who: Persona | None) -> None:
    writer.put(number_in_words(writer.draw.randint(2, 9)))


def _street_name(writer: Writer, who: Persona | None) -> None:
    span = writer.put_raw(f"{stem(writer.draw)} {writer.draw.choice(('Street', 'Road', 'Square', 'Lane', 'Bridge'))}")
    writer.mention(span, "LOC", QUASI, f"loc{span}", "a street")


SCENE_SLOTS: SlotTable = {
    "date": _date,
    "recent": _earlier(2, 25),
    "earlier": _earlier(40, 500),
    "month": _month,
    "weekday": _weekday,
    "time": _time,
    "place": _place,
    "elsewhere": _elsewhere,
    "org": _org,
    "firm": _firm,
    "ref": _reference,
    "money": _money,
    "n": _number,
    "nwords": _number_words,
    "road": _street_name,
}
"""The slots, by name."""
