"""Presidio's names of what it finds, and TAB's types."""

__all__ = ["presidio_name", "tab_type"]

_TAB_TYPES = {
    "PERSON": "PERSON",
    "LOCATION": "LOC",
    "ORGANIZATION": "ORG",
    "NRP": "DEM",
    "AGE": "DEM",
    "TITLE": "DEM",
    "DATE_TIME": "DATETIME",
    "QUANTITY": "QUANTITY",
    "MISC": "MISC",
}
_OTHER_TYPE = "CODE"  # all else that Presidio finds are numbers, addresses of machines and accounts
_NAMES = {type_: name for name, type_ in reversed(_TAB_TYPES.items())}


def tab_type(name: str) -> str:
    """Return TAB's type for a name of Presidio's.

    Example:
        >>> tab_type("LOCATION"), tab_type("PHONE_NUMBER")
        ('LOC', 'CODE')
    """
    return _TAB_TYPES.get(name, _OTHER_TYPE)


def presidio_name(type_: str) -> str:
    """Return Presidio's name for one of TAB's types, or the type where Presidio has no one name for it.

    Example:
        >>> presidio_name("DEM"), presidio_name("CODE")
        ('NRP', 'CODE')
    """
    return _NAMES.get(type_, type_)
