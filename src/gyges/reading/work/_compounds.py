"""Jobs no table lists, made of a field and a word for who works in it: "fleet controller", "turbine fitter"."""

from functools import cache

from gyges.reading.lexicon._load import read_column, words

__all__ = ["compound", "schooling"]

_HEADS = words("job_compounds.heads")
_NO_FIELDS = words("job_compounds.no_fields")
_COLLEGE = words("jobs.college_heads")
_SCHOOL = words("jobs.school_heads")
_SHORTEST = 3


@cache
def _fields() -> frozenset[str]:
    """Every word that stands before the last one in a title, but those that say how somebody is."""
    titles = read_column("job_titles.tsv.xz")
    return frozenset(word for title in titles for word in title.split()[:-1] if len(word) >= _SHORTEST) - _NO_FIELDS


def compound(field: str, head: str) -> str | None:
    """Return the job two words make together, None if they make none."""
    if head not in _HEADS or field not in _fields() or field == head:
        return None
    return f"{field} {head}"


def schooling(head: str) -> str | None:
    """Return the education that a job with this last word mostly takes."""
    return "College Degree" if head in _COLLEGE else "High School Diploma" if head in _SCHOOL else None
