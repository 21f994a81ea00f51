"""Invented organisations: another name, the same kind."""

import re

from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement.pseudonyms._codes import same_shape
from gyges.anonymizers.replacement.pseudonyms._name_writing import in_case_of
from gyges.anonymizers.replacement.pseudonyms._pools import districts, names
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.reading import find_organisations
from gyges.reading.lookups import fold

__all__ = ["invented_firm"]

_FORM = re.compile(
    r",?\s(?:Ltd\.?|Limited|LLC|LLP|Inc\.?|Corp\.?|PLC|plc|GmbH|AG|KG|S\.?A\.?|SAS|SARL|S\.?L\.?|S\.?p\.?A\.?|S\.?r\.?l\.?|"
    r"B\.?V\.?|N\.?V\.?|A/S|AS|ASA|AB|Oyj?|ApS|Kft\.?|d\.o\.o\.|s\.r\.o\.|sp\. z o\.o\.|Ltda\.?|Lda\.?|Pty Ltd|Pte Ltd|"
    r"Sdn Bhd|K\.K\.|& (?:Sons|Co\.?|Partners|Brothers|Associates))$",
    re.IGNORECASE,
)
_KINDS = {
    "school": "{} School",
    "university": "{} University",
    "hospital": "{} Hospital",
    "court": "{} Court",
    "authority": "{} Office",
    "club": "{} Club",
    "church": "{} Church",
    "police": "{} Police",
    "army": "{} Regiment",
    "media": "{} Herald",
    "company": "{} Services",
    "other": "{} Association",
}


def invented_firm(words: str, secret: Secret, taken: Taken) -> str | None:
    """Return an invented name of an organisation of the same kind; None for what is no name, such as "the hospital"."""
    if not any(sign.isupper() for sign in words):
        return None
    key = fold(" ".join(words.split()))
    bare = re.sub(r"\W", "", words)
    if bare.isupper() and len(bare) <= 5 and " " not in words.strip():
        return taken.first_free(words, lambda attempt: same_shape(words, secret.numbers("letters", key, attempt)))
    form = _FORM.search(words)
    kinds = [found.kind for found in find_organisations(words)]
    pattern = "{}" + form[0] if form else _KINDS[kinds[0] if kinds else "other"]
    pool = names("surnames") if form or pattern == _KINDS["company"] else (*districts(), *names("surnames")[::20])
    made = taken.first_free(words, lambda attempt: pattern.format(secret.pick(pool, "firm", key, attempt)))
    return in_case_of(words, made) if made is not None and words.isupper() else made
