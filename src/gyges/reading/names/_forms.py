"""What the form of a name tells where no table lists it: patronymics, endings and particles of many languages."""

from gyges.reading.lexicon._load import words

__all__ = ["marriage_by_form", "sex_by_form"]

_STEM = 2  # letters before an ending


def sex_by_form(name: str) -> str | None:
    """Return the sex the form of a full name tells, None if it tells none.

    Example:
        >>> sex_by_form("Lê Thị Hoa"), sex_by_form("Anna Petrovna"), sex_by_form("Kim Lee")
        ('Female', 'Female', None)
    """
    first, *rest = name.lower().split() or [""]
    if not rest:
        return None
    for sex in ("Female", "Male"):
        if not words(f"name_forms.{sex.lower()}_words").isdisjoint((first, *rest)):
            return sex
    return next((sex for sex in ("Female", "Male") if _ends(rest, f"forms.{sex.lower()}_ends")), None)


def marriage_by_form(name: str) -> str | None:
    """Return whether a family name is that of a married or an unmarried woman, None if it does not say.

    Example:
        >>> marriage_by_form("Rasa Kazlauskienė")
        'Married'
    """
    last = name.lower().split()[-1:]
    return (
        "Married"
        if _ends(last, "name_forms.married_ends")
        else "No relation"
        if _ends(last, "name_forms.unmarried_ends")
        else None
    )


def _ends(names: list[str], listed: str) -> bool:
    """Tell whether one of some names has one of the listed endings."""
    endings = words(listed)
    return any(name.endswith(ending) and len(name) >= len(ending) + _STEM for name in names for ending in endings)
