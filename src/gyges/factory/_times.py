"""Dates, numbers and ages in words, and ages moved to the reference day."""

from datetime import date

from gyges.factory._personas import REFERENCE_DAY, age_on

__all__ = ["DATE_FORMS", "MONTHS", "age_range", "date_words", "number_in_words", "ordinal"]

MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
DATE_FORMS = ("long", "us", "slash", "dot", "iso", "short")
WIDEST = 10
_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]


def date_words(day: date, form: str) -> str:
    """Return a date as people write it.

    Example:
        >>> date_words(date(2024, 3, 5), "long"), date_words(date(2024, 3, 5), "dot")
        ('5 March 2024', '05.03.2024')
    """
    month = MONTHS[day.month - 1]
    return {
        "long": f"{day.day} {month} {day.year}",
        "us": f"{month} {day.day}, {day.year}",
        "slash": f"{day.day:02d}/{day.month:02d}/{day.year}",
        "dot": f"{day.day:02d}.{day.month:02d}.{day.year}",
        "iso": day.isoformat(),
        "short": f"{day.day} {month[:3]} {day.year}",
    }[form]


def number_in_words(number: int) -> str:
    """Return a number below 100 in words.

    Example:
        >>> number_in_words(43)
        'forty-three'
    """
    if number < len(_ONES):
        return _ONES[number]
    if number > 99:
        return str(number)
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")


def ordinal(number: int, *, in_words: bool = False) -> str:
    """Return an ordinal number.

    Example:
        >>> ordinal(3), ordinal(11), ordinal(6, in_words=True)
        ('3rd', '11th', 'sixth')
    """
    if in_words and number < len(_ORDINALS):
        return _ORDINALS[number]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def age_range(low: int, high: int, day: date) -> str:
    """Return an age stated on a day as the age, or range of ages, on the reference day.

    Example:
        >>> age_range(40, 40, date(2023, 5, 1))
        '42-43'
    """
    passed = age_on(day, REFERENCE_DAY)
    same_day = (day.month, day.day) == (REFERENCE_DAY.month, REFERENCE_DAY.day)
    least, most = low + passed, high + passed + (0 if same_day else 1)
    return str(least) if least == most else f"{least}-{most}"
