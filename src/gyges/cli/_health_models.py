"""Models: the weights that can be fetched, the settings that name some, and the keys that are set."""

import hashlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from gyges.cli._health import Check
from gyges.errors import GygesError
from gyges.models import TINY_BASE, load_settings, ways_to_name_a_model, weights_path

__all__ = ["model_checks"]


def model_checks() -> list[Check]:
    """Look at weights, settings and keys; no model is asked anything."""
    return [_tiny(), *_settings(), _ways()]


def _tiny() -> Check:
    path, get = weights_path(TINY_BASE), f"gyges models get {TINY_BASE.name}"
    extra = "" if find_spec("xllamacpp") else "pip install 'gyges[local]'"
    if not path.is_file():
        needed = " && ".join(filter(None, (extra, get)))
        return Check("weights of tiny", "absent", "not fetched; the attacker rules+tiny needs them", needed)
    if _sha256_of(path) != TINY_BASE.sha256:  # audits use weights that are here, so damaged ones break them
        return Check("weights of tiny", "broken", f"{path} is damaged", f"{get} --force")
    if extra:
        return Check("weights of tiny", "warning", "fetched, but what runs them is not there", extra)
    return Check("weights of tiny", "ok", str(path))


def _settings() -> Iterator[Check]:
    try:
        settings = load_settings()
    except GygesError as error:
        yield Check("gyges.yaml", "broken", error.problem, error.remedy)
        return
    if not Path("gyges.yaml").is_file():
        yield Check("gyges.yaml", "absent", "none in this folder; the defaults count")
        return
    roles = ", ".join(f"{role} {spec}" for role, spec in sorted(settings.roles.items())) or "names no model"
    hosts = f"; texts may go to {', '.join(settings.allow_hosts)}" if settings.allow_hosts else ""
    mend = "gyges models check MODEL tells whether one answers" if settings.roles else ""
    yield Check("gyges.yaml", "ok", f"{roles}{hosts}", mend)


def _ways() -> Check:
    ready = [way.form for way in ways_to_name_a_model() if way.ready]
    return Check("ways to name a model", "ok", ", ".join(ready))


def _sha256_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
