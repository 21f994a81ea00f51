"""Where a file lies: on this machine, or behind a URL in an object store or on a web server."""

import re
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit
from urllib.request import url2pathname

from gyges.errors import ConfigError

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")  # a scheme of one letter would be a drive of Windows
_HERE = ("file", "local")
WEB = ("http", "https")
"""Schemes of web servers, which are read only."""
_BOX_BEFORE_AT = ("abfs", "abfss", "az", "oci")
"""Stores of Azure and Oracle, where a container stands before the @; elsewhere that is a user, who may be a token."""
_END_OF_HOST = re.compile(r"[/?#]")


@dataclass(frozen=True, slots=True)
class StoreUrl:
    """A file in an object store or on a web server. Shown without what may be secret: passwords, keys, signatures.

    Attributes:
        url: The whole URL, which is for the library of the store alone.

    Example:
        >>> str(StoreUrl("https://ana:secret@example.org/letters.csv.gz?signature=1f"))
        'https://example.org/letters.csv.gz'
    """

    url: str = field(repr=False)

    def __post_init__(self) -> None:
        if _URL.match(self.url) is None:
            raise ConfigError("what has no scheme such as s3:// is no URL", "give a Path for a file of this machine")
        if "::" in self.url:
            raise ConfigError(f"{self.scheme}:// in a chain of URLs is not read", "name the file itself")
        try:
            urlsplit(self.url)
        except ValueError:  # its words may quote what stands before the host
            raise ConfigError(f"a URL with {self.scheme}:// has a host that cannot be read", "check it") from None
        host, *behind = _END_OF_HOST.split(self.url.partition("://")[2], maxsplit=1)
        if ":" in host and "@" in "".join(behind):
            raise ConfigError(
                f"where the password ends in a URL with {self.scheme}:// cannot be told: an @ comes after a /, ? or #",
                "give credentials by the environment, or write %2F, %3F, %23 and %40 for such signs",
            )

    def __str__(self) -> str:
        """Return it without what may be secret."""
        return f"{self.scheme}://{self._host}{self._parts.path}"

    @property
    def scheme(self) -> str:
        """What stands before ``://``."""
        return self.url.partition("://")[0].lower()

    @property
    def tells_secrets(self) -> bool:
        """Whether it holds more than it shows."""
        return self.url.partition("://")[2] != f"{self._host}{self._parts.path}"

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self._path.name

    @property
    def stem(self) -> str:
        """Its name without the suffix."""
        return self._path.stem

    @property
    def suffix(self) -> str:
        """What stands after the last point of its name."""
        return self._path.suffix

    @property
    def suffixes(self) -> list[str]:
        """All suffixes of its name."""
        return self._path.suffixes

    @property
    def folder_name(self) -> str:
        """What the folder is called that it lies in, or the store."""
        return self._path.parent.name or (self._host if self.scheme in WEB else self.scheme)

    @property
    def _parts(self) -> SplitResult:
        return urlsplit(self.url)

    @property
    def _path(self) -> PurePosixPath:
        return PurePosixPath(f"{'' if self.scheme in WEB else self._host}{self._parts.path}")

    @property
    def _host(self) -> str:
        user, at, host = self._parts.netloc.rpartition("@")
        return f"{user}{at}{host}" if self.scheme in _BOX_BEFORE_AT and ":" not in user else host


Place: TypeAlias = Path | StoreUrl


def place_of(name: str | Path | StoreUrl) -> Place:
    """Return where a file lies by its name: URLs with ``file://`` and all other names are paths."""
    if not isinstance(name, str) or _URL.match(name) is None:
        return name if isinstance(name, StoreUrl) else Path(name)
    found = StoreUrl(name)
    if found.scheme not in _HERE:
        return found
    parts = urlsplit(name)
    if parts.netloc not in ("", "localhost"):
        raise ConfigError(f"{found} is on another machine", "name a path that this machine sees")
    return Path(url2pathname(parts.path))


def local_folder(name: str | Path) -> Path:
    """Return the folder that a run is kept in."""
    place = place_of(name)
    if isinstance(place, StoreUrl):
        raise ConfigError(
            f"{place} is in a store, and the journal of a run needs a disk, which keeps what it is given at once",
            "name a folder of this machine; what is read, -o and --json may be in a store",
        )
    return place
