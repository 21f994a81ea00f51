"""Numbers and addresses of somebody: they go with their label; where the sentence needs one it is not told."""

import re

from gyges.anonymizers.wording._around import Swap, verb_after_comma, word_before
from gyges.anonymizers.wording._fields import field_around
from gyges.anonymizers.wording._tables import words_in

__all__ = ["code_swap", "code_word", "is_code"]

_LABEL = re.compile(
    r"(?:\b(?:[A-Z]{2,6}|[Pp]assport|[Ll]icen[cs]e|[Pp]hone|[Tt]el|[Tt]elephone|[Mm]obile|[Cc]ell|[Ff]ax|[Ee]-?mail|[Aa]ccount|"
    r"[Ff]ile|[Rr]ef|[Rr]eference|[Mm]embership|[Mm]ember|[Pp]olicy|[Pp]ermit|[Rr]egistration|[Rr]eg|[Nn]at|[Bb]adge|[Ss]taff|[Cc]ard|"
    r"[Ii]nsurance|[Tt]ax|[Ii]dentity|[Nn]ational|[Pp]atient|[Ss]ecurity|[Pp]ersonal|[Nn]o|[Nn]r|[Nn]umber|[Ii]d|[Cc]ode|"
    r"[Aa]ddress)\b\.?[ :#№]{1,3})+$"
)
_CLOSE = re.compile(r"\s*(?:$|\n|[.;!?)]|,(?!\s*[A-Z]))")
_SERIES = re.compile(r"(?<![\w])[A-Z]{1,3} $")  # "BA 4417206"
_TAIL = re.compile(r" (?:[A-Z] \d{1,2}|\d[A-Z]{1,3})(?!\w)")  # "08-555214 K 19"


def is_code(text: str, start: int, end: int) -> bool:
    """Tell whether words are surely a number or an address of somebody: no item, no shade, no page."""
    words = text[start:end]
    before = word_before(text, start)
    if before is not None and before.lower.rstrip(".") in words_in("frames", "not_codes"):
        return False
    return "@" in words or sum(map(str.isdigit, words)) >= 5  # fewer digits are found in any text


def code_swap(text: str, start: int, end: int) -> Swap:
    """Return how a code goes with its label, or what stands there where it cannot.

    Example:
        >>> code_swap("Ana (OIB 55501938274): no", 9, 20)
        Swap(start=3, end=21, new='', instead='')
    """
    series, tail = _SERIES.search(text, max(0, start - 4), start), _TAIL.match(text, end)
    end = tail.end() if tail is not None else end
    if text[end - 1] == ")" and text.count(")", start, end) > text.count("(", start, end):
        end -= 1  # "(Ana, 01472 555 010)"
    field = field_around(text, start, end, loose=True)
    if field is None and series is not None:
        field = field_around(text, series.start(), end, loose=True)
    if field is not None:
        return Swap(*field, "", "")
    label = _LABEL.search(text, max(0, start - 48), start)
    first = label.start() if label is not None else start
    first += len(text[first:start]) - len(text[first:start].lstrip())
    lead = text[max(0, first - 2) : first]
    if (lead.endswith("(") and text[end : end + 1] == ")") or (lead.endswith("<") and text[end : end + 1] == ">"):
        return Swap(first - (2 if lead[0] == " " else 1), end + 1, "", "")
    if lead in {", ", "; "} and _CLOSE.match(text, end):
        return Swap(first - 2, end + (1 if verb_after_comma(text, end, first - 2) else 0), "", "")
    return _same(start, end, code_word(text[start:end]))


def code_word(words: str) -> str:
    """Return what stands for a number or an address in a sentence.

    Example:
        >>> code_word("b@example.org"), code_word("0171 555 0184")
        ('[e-mail]', '[number]')
    """
    if "@" in words:
        return "[e-mail]"
    return "[link]" if "://" in words or words.startswith("www.") else "[number]"


def _same(start: int, end: int, new: str) -> Swap:
    return Swap(start, end, new, new)
