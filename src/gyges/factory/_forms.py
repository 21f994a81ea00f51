"""How dates, numbers, ages, codes and addresses are written."""

import random
from datetime import date

from gyges.factory._world import words_of
from gyges.reading.lookups import fold

REFERENCE_DAY = date(2025, 9, 1)
"""The day on which all ages are stated."""

DATE_FORMS = ("long", "us", "slash", "dot", "iso", "short")
_LETTERS = "ABCDEFGHJKLMNPRSTVWXYZ"
_DOMAINS = ("example.org", "example.com", "example.net", "mail.example")
_BIRTH = ("yymmdd", "YYYYmmdd", "ddmmyy", "yyPPdd")
_NEW_CENTURY = 2000
_HANDLE_ENDS = ("", "_", "x", ".89", "_at_home", "the2nd", "_runs", "007", "_bakes", "on2wheels", ".writes", "_reads")


def age_on(born: date, day: date) -> int:
    """Return an age in whole years."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def age_range(low: int, high: int, day: date) -> str:
    """Return an age stated on a day as the age, or range of ages, on the reference day."""
    passed = age_on(day, REFERENCE_DAY)
    same_day = (day.month, day.day) == (REFERENCE_DAY.month, REFERENCE_DAY.day)
    least, most = low + passed, high + passed + (0 if same_day else 1)
    return str(least) if least == most else f"{least}-{most}"


def date_words(day: date, form: str) -> str:
    """Return a date as people write it."""
    month = words_of("months")[day.month - 1]
    return {
        "long": f"{day.day} {month} {day.year}",
        "us": f"{month} {day.day}, {day.year}",
        "slash": f"{day.day:02d}/{day.month:02d}/{day.year}",
        "dot": f"{day.day:02d}.{day.month:02d}.{day.year}",
        "iso": day.isoformat(),
        "short": f"{day.day} {month[:3]} {day.year}",
    }[form]


def number_in_words(number: int) -> str:
    """Return a number below 100 in words."""
    below_twenty = words_of("ones")
    if number < len(below_twenty):
        return below_twenty[number]
    if number > 99:
        return str(number)
    tens, ones = divmod(number, 10)
    return words_of("tens")[tens - 2] + (f"-{below_twenty[ones]}" if ones else "")


def ordinal(number: int, *, in_words: bool = False) -> str:
    """Return an ordinal number."""
    if in_words and number < len(words_of("ordinals")):
        return words_of("ordinals")[number]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def fill(form: str, draw: random.Random, born: date, male: bool) -> str:
    """Fill the form of a code; the data file of the locales describes the signs."""
    late = born.year >= _NEW_CENTURY
    one = 1 if male else 2
    for sign, value in (
        ("YYYY", f"{born.year}"),
        ("PP", f"{born.month + (20 if late else 0):02d}"),
        ("yy", f"{born.year % 100:02d}"),
        ("mm", f"{born.month:02d}"),
        ("dd", f"{born.day:02d}"),
        ("o", draw.choice("13579" if male else "02468")),
        ("c", "3" if late else "2"),
        ("f", str(one)),
        ("h", "H" if male else "M"),
        ("k", str(one + (2 if late else 0))),
        ("r", str(one + (4 if late else 0))),
        ("s", draw.choice("56789" if male else "01234")),
    ):
        form = form.replace(sign, value)
    return "".join(_sign(sign, draw) for sign in form)


def _sign(sign: str, draw: random.Random) -> str:
    if sign == "#":
        return draw.choice("0123456789")
    return draw.choice(_LETTERS) if sign == "L" else sign


def tells_birth(form: str) -> bool:
    """Tell whether a code of this form holds the whole birth date."""
    return any(part in form for part in _BIRTH)


def email_of(first: str, last: str, tld: str, draw: random.Random) -> str:
    """Return a mail address in a domain kept for examples."""
    one, two = _plain(first), _plain(last)
    local = draw.choice(
        (f"{one}.{two}", f"{one[0]}{two}", f"{two}.{one}", f"{one}{draw.randint(2, 98)}", f"{one}_{two}")
    )
    country = tld.rpartition(".")[2]
    return f"{local}@{draw.choice((*_DOMAINS, f'example.{country}', f'post.example.{country}'))}"


def handle_of(first: str, draw: random.Random) -> str:
    """Return a name as people give themselves online, half of the time without their own in it."""
    if draw.random() < 0.5:
        return f"{_plain(first)}{draw.choice(_HANDLE_ENDS[1:])}"
    word, noun = draw.choice(words_of("handle_words")), draw.choice(words_of("handle_nouns"))
    return f"{word}{draw.choice(('', '_', '-'))}{noun}{draw.choice(_HANDLE_ENDS[:5])}"


def _plain(name: str) -> str:
    return "".join(sign for sign in fold(name) if sign.isalpha()) or "me"
