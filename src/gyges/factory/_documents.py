"""Making documents: a genre, a scene, a cast, a text, its annotations."""

import random
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from gyges.errors import ConfigError, InputError
from gyges.factory._draft import DocumentDraft, styled, tidied
from gyges.factory._facts import document_of
from gyges.factory._forms import DATE_FORMS, REFERENCE_DAY
from gyges.factory._patterns import GENRES, SceneTemplate, genre_named
from gyges.factory._personas import Persona, PersonaConstraints
from gyges.factory._slots_life import LIFE_SLOTS
from gyges.factory._slots_spoken import SCENE_SLOTS, VOICE_SLOTS
from gyges.factory._world import City, Locale, colleagues, locales, organisation
from gyges.factory._writer import NotFittingError, Writer
from gyges.records import Document, JsonValue

_SLOTS = {**VOICE_SLOTS, **LIFE_SLOTS}
_TRIES = 40
_OLDEST = 4 * 365
_RECENT = 500


def make_documents(n: int, *, seed: int = 0, genres: Iterable[str] | None = None) -> Iterator[Document]:
    """Yield invented, fully annotated documents, one at a time.

    A document depends on the seed, its number and the genres only, not on how many are made.

    Args:
        n: How many.
        seed: Seed of everything random.
        genres: The genres to choose from, all of `GENRES` if not given; leave one out to test on it.

    Example:
        >>> [document.id for document in make_documents(2, seed=7, genres=["court"])]
        ['court-7-0', 'court-7-1']
    """
    wanted = tuple(genres) if genres is not None else GENRES
    for name in wanted:
        genre_named(name)
    if not wanted:
        raise InputError("no genre is left to write in", f"name some of {', '.join(GENRES)}")
    for number in range(n):
        draw = random.Random(f"{seed}/{number}")  # noqa: S311  # invented people need no secrecy
        yield _document(seed, number, draw.choice(wanted))


def _document(seed: int, number: int, genre: str) -> Document:
    draft = _draft(seed, number, genre)
    meta: dict[str, JsonValue] = {
        "genre": genre,
        "locale": draft.locale,
        "style": draft.style,
        "seed": seed,
        "number": number,
        "date": draft.day.isoformat() if draft.dated else None,
        "patterns": list(draft.patterns),
    }
    return document_of(draft, f"{genre}-{seed}-{number}", meta)


def _draft(seed: int, number: int, genre: str) -> DocumentDraft:
    draw = random.Random(f"{seed}/{number}/{genre}")  # noqa: S311
    scenes = genre_named(genre).scenes
    for _ in range(_TRIES):
        try:
            return _written(draw.choice(scenes), genre, draw)
        except NotFittingError:
            continue
    raise ConfigError(f"no scene of '{genre}' fits the people it asks for", "loosen its cast lines")


def _written(scene: SceneTemplate, genre: str, draw: random.Random) -> DocumentDraft:
    home = draw.choice(locales())
    city = draw.choice(home.cities)
    dated = scene.dated
    day = _day(draw) if dated else REFERENCE_DAY
    style = draw.choice(scene.settings.get("style", "plain plain typos").split())
    draft = DocumentDraft(home.iso, style, day, dated, place=city.name)
    cast = _cast(scene, home, city, draw)
    writer = Writer(draft, draw, cast, _SLOTS, SCENE_SLOTS, genre_named(genre).banks)
    writer.notes["dates"] = draw.choice(DATE_FORMS)
    writer.notes["turn_names"] = scene.settings.get("names", "first")
    if "formal" in scene.settings:
        writer.notes["formal"] = "yes"
    if sector := scene.settings.get("org"):
        draft.organisation = organisation(draw.choice(sector.split(",")).strip(), home, draw)
    if author := scene.settings.get("author"):
        writer.speaker = cast[author]
    writer.pattern(scene.pattern)
    draft.text = writer.text()
    return styled(tidied(draft), draw)


def _cast(scene: SceneTemplate, home: Locale, city: City, draw: random.Random) -> dict[str, Persona]:
    cast: dict[str, Persona] = {}
    taken: set[str] = set()
    for role in scene.cast:
        wish = PersonaConstraints(role.wish)
        lives = draw.choice(home.cities) if "far" in wish.flags else city
        boss = wish.values.get("with")
        if boss and "job" not in wish.values:
            wish.values["job"] = draw.choice(colleagues(cast[boss].job)).replace(" ", "_")
        who = Persona(draw, home, lives, wish, role.description, taken=taken)
        if boss:
            who.employer = cast[boss].employer
        cast[role.letter] = who
    cast["_"] = next(iter(cast.values()))
    return cast


def _day(draw: random.Random) -> date:
    back = _RECENT if draw.random() < 0.65 else _OLDEST
    return REFERENCE_DAY - timedelta(days=draw.randint(1, back))
