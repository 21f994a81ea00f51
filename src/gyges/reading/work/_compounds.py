"""Jobs no table lists, made of a field and a word for who works in it: "fleet controller", "turbine fitter"."""

from functools import cache

from gyges.reading.lexicon._tables import read_table, word_set

__all__ = ["compound", "schooling"]

_HEADS = word_set("job_compounds.heads")
_NO_FIELDS = word_set("job_compounds.no_fields")
_COLLEGE = word_set("jobs.college_heads")
_SCHOOL = word_set("jobs.school_heads")
_SHORTEST = 3


@cache
def _fields() -> frozenset[str]:
    """Every word that stands before the last one in a title, but those that say how somebody is."""
    titles = read_table("job_titles.txt.xz").splitlines()
    return frozenset(word for title in titles for word in title.split()[:-1] if len(word) >= _SHORTEST) - _NO_FIELDS


def compound(field: str, head: str) -> str | None:
    """Return the job two words make together, None if they make none."""
    if head not in _HEADS or field not in _fields() or field == head:
        return None
    return f"{field} {head}"


def schooling(head: str) -> str | None:
    """Return the education that a job with this last word mostly takes."""
    return "College Degree" if head in _COLLEGE else "High School Diploma" if head in _SCHOOL else None
