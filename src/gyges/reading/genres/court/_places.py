"""Where somebody lives or works: the capitalised words behind "in", with the country of the case."""

import re

from gyges.reading.genres.court._scene import Scene
from gyges.reading.genres.court._tables import pattern
from gyges.reading.lexicon._countries import country

__all__ = ["levels_of", "place_after"]

_RUN = pattern("places.run")
_MASKED = re.compile(r"(?:the )?(?:\[(?:LOC|LOCATION|GPE|ADDRESS|CITY|PLACE)[\w :-]{0,12}\]|\*{2,40}|█{1,40})")
_TAIL = re.compile(r"\s+(?:of|the|upon|am|an|der|de|la|le|sur|on)$")


def place_after(scene: Scene, position: int) -> tuple[str, int, int] | None:
    """Return the place that begins at a position as levels up to the country, and its span.

    A masked place gives the country of the case alone; None where no place begins.
    """
    text = scene.text
    masked = _MASKED.match(text, position)
    if masked is not None:
        if scene.country is None:
            return None
        return scene.country, *scene.country_at
    match = _RUN.match(text, position)
    if match is None:
        return None
    words = _TAIL.sub("", match.group(1))
    end = match.end() if match.group(2) else match.start(1) + len(words)
    levels = [level.strip() for level in words.split(",")]
    if match.group(2):
        levels.append(match.group(2))
    return levels_of(scene, levels, match.start(1), end), match.start(1), end


def levels_of(scene: Scene, levels: list[str], start: int, end: int) -> str:
    """Join the levels of a place, up to its country."""
    last = country(levels[-1]) if levels[-1] not in {"Georgia"} else None
    if last is not None:
        levels = [*levels[:-1], last.name]
        return " / ".join(dict.fromkeys(levels))
    known = [place for place in scene.places(start, end) if place.kind != "demonym" and place.country]
    home = next((place for place in known if place.country == scene.country), None)
    best = home or max(known, key=lambda place: place.certainty, default=None)
    name = (
        best.country if best is not None and (home or best.certainty >= 4 or scene.country is None) else scene.country
    )
    above = [
        level for level in (best.levels[1:] if best else ()) if best and best.country == name and level not in levels
    ]
    return " / ".join(dict.fromkeys([*levels, *above[:-1], *([name] if name else [])]))
