"""What ships was built from what lies there."""

import hashlib
from importlib.resources import files
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_pages_that_ship_were_built_from_their_sources() -> None:
    total = hashlib.sha256()
    sources = sorted(path.relative_to(WEB).as_posix() for path in (WEB / "src").rglob("*") if path.is_file())
    for name in [*sources, "package.json"]:
        total.update(name.encode() + b"\0" + (WEB / name).read_bytes() + b"\0")
    built = (files("gyges.studio") / "web" / "sources.sha256").read_text()
    assert built.strip() == total.hexdigest(), "run 'npm ci && npm run build' in web/"
