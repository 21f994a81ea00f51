"""Judgments, tribunal and arbitration decisions: their formulas, parties, representatives, benches and roles."""

from gyges.reading._cues import Cues
from gyges.reading.genres.court._bench import meet_bench
from gyges.reading.genres.court._bios import read_bios
from gyges.reading.genres.court._caption import read_caption, read_signature
from gyges.reading.genres.court._counsel import meet_counsel
from gyges.reading.genres.court._kin import meet_kin
from gyges.reading.genres.court._parties import meet_parties
from gyges.reading.genres.court._rest import fill_gaps, meet_others, name_facts, sweep
from gyges.reading.genres.court._roles import meet_roles
from gyges.reading.genres.court._same import join
from gyges.reading.genres.court._scene import look_around
from gyges.reading.genres.court._tables import pattern
from gyges.reading.genres.court._work import read_work
from gyges.reading.page._letter_case import caseless
from gyges.reading.people._draft import Draft

__all__ = ["add", "looks_like"]

_HEAD = 6000
_SIGNS = pattern("court.signs")
_ENOUGH = 10.0
_PER_THOUSAND = 8.0


def looks_like(text: str) -> float:
    """Tell how much a text reads like a judgment or a decision of a tribunal, 0-1.

    Example:
        >>> looks_like("Hi, my bike was stolen.")
        0.0
    """
    head = text[:_HEAD]
    found = [match.group() for match in _SIGNS.finditer(caseless(text), 0, len(head))]
    kinds = len(set(found))
    if kinds < 3:
        return 0.0
    density = len(found) / max(1.0, len(head) / 1000)
    return round(min(1.0, kinds / _ENOUGH) * 0.6 + min(1.0, density / _PER_THOUSAND) * 0.4, 3)


def add(draft: Draft, cues: Cues) -> None:
    """Add what the formulas of a decision tell, to a draft of the general reader or to an empty one."""
    scene = look_around(draft, cues)
    read_caption(scene)
    meet_parties(scene)
    meet_counsel(scene)
    meet_bench(scene)
    read_signature(scene)
    read_bios(scene)
    meet_kin(scene)
    read_work(scene)
    meet_others(scene)
    join(scene)
    meet_roles(scene)
    sweep(scene)
    fill_gaps(scene)
    name_facts(scene)
