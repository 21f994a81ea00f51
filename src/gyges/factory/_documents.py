"""Making documents: a genre, a scene, a cast, a text, its annotations."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta

from gyges.errors import ConfigError, InputError, UnknownNameError
from gyges.factory._draft import DocumentDraft
from gyges.factory._facts import document_of
from gyges.factory._genres import GENRES, SceneTemplate, genre_named
from gyges.factory._jobs import colleagues
from gyges.factory._locales import City, Locale, locales
from gyges.factory._masking import MASK_STYLES, masked_draft
from gyges.factory._organisations import organisation
from gyges.factory._personas import REFERENCE_DAY, Persona, PersonaConstraints
from gyges.factory._slots_life import LIFE_SLOTS
from gyges.factory._slots_scene import SCENE_SLOTS
from gyges.factory._slots_voice import VOICE_SLOTS
from gyges.factory._styles import styled, tidied
from gyges.factory._times import DATE_FORMS
from gyges.factory._writer import NotFittingError, Writer
from gyges.records import Document, JsonValue

__all__ = ["make_documents", "masked"]

_SLOTS = {**VOICE_SLOTS, **LIFE_SLOTS, **SCENE_SLOTS}
_TRIES = 40
_OLDEST = 4 * 365
_RECENT = 500


def make_documents(
    n: int, *, seed: int = 0, genres: Iterable[str] | None = None, masked_share: float = 0.0
) -> Iterator[Document]:
    """Yield invented, fully annotated documents, one at a time.

    A document depends on the seed, its number and the genres only, not on how many are made.

    Args:
        n: How many.
        seed: Seed of everything random.
        genres: The genres to choose from, all of `GENRES` if not given; leave one out to test on it.
        masked_share: Share of documents that come as a masked variant, 0-1.

    Example:
        >>> [document.id for document in make_documents(2, seed=7, genres=["court"])]
        ['court-7-0', 'court-7-1']
    """
    wanted = tuple(genres) if genres is not None else GENRES
    for name in wanted:
        genre_named(name)
    if not wanted:
        raise InputError("no genre is left to write in", f"name some of {', '.join(GENRES)}")
    if not 0 <= masked_share <= 1:
        raise InputError(f"the share of masked documents is {masked_share}", "use a number from 0 to 1")
    for number in range(n):
        draw = random.Random(f"{seed}/{number}")  # noqa: S311  # invented people need no secrecy
        genre = draw.choice(wanted)
        document = _document(seed, number, genre)
        if draw.random() < masked_share:
            document = masked(document, draw.choice(MASK_STYLES), draw.randrange(1 << 30))
        yield document


def masked(document: Document, style: str, seed: int = 0) -> Document:
    """Return a masked variant of a document of the factory, with the facts that the masked text still gives away.

    The document is made again from its meta, because the factory knows of every word what it gives away.

    Args:
        document: What `make_documents` gave.
        style: One of `MASK_STYLES`.
        seed: Decides how much is masked and which signs are used.
    """
    if style not in MASK_STYLES:
        raise UnknownNameError(f"there is no mask style '{style}'", f"use one of {', '.join(MASK_STYLES)}")
    meta = document.meta
    if not {"seed", "number", "genre"} <= set(meta) or meta["genre"] not in GENRES:
        raise InputError(
            f"document '{document.id}' was not made by the factory", "give it a document of make_documents"
        )
    draft = _draft(int(str(meta["seed"])), int(str(meta["number"])), str(meta["genre"]))
    if draft.text != document.text:
        raise InputError(f"document '{document.id}' was made by another version of the factory", "make it again")
    draw = random.Random(f"{document.id}/{style}/{seed}")  # noqa: S311
    left, level = masked_draft(draft, style, draw)
    return document_of(left, f"{document.id}-{style}", {**meta, "mask": style, "masked": level})


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
    draft = DocumentDraft(genre, home.iso, style, day, dated, place=city.name)
    cast = _cast(scene, home, city, draw)
    writer = Writer(draft, draw, cast, _SLOTS, genre_named(genre).banks)
    writer.notes["dates"] = draw.choice(DATE_FORMS)
    writer.notes["turn_names"] = scene.settings.get("names", "first")
    if "formal" in scene.settings:
        writer.notes["formal"] = "yes"
    if sector := scene.settings.get("org"):
        org = organisation(draw.choice(sector.split(",")).strip(), home, draw)
        draft.organisation, writer.notes["org_general"] = org.name, org.general
    if author := scene.settings.get("author"):
        writer.speaker = cast[author]
    writer.pattern(scene.pattern)
    draft.text = writer.text()
    day_spans = tuple(draft.date_spans[:1])
    draft.facts = [replace(fact, aids=day_spans) if fact.of_day else fact for fact in draft.facts]
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
