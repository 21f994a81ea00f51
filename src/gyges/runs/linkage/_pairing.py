"""Which originals and releases take part in a linkage attack, and what was left out and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from gyges.errors import InputError, UnreadError
from gyges.reading import require_read
from gyges.records import Document, Release
from gyges.scoring import why_no_release

__all__ = ["Pairing", "pair_records"]


@dataclass(frozen=True, slots=True)
class Pairing:
    """The records of a linkage attack.

    Attributes:
        originals: The originals the attacker looks for, by id.
        records: The released texts the attacker searches, by id.
        failed: Releases that failed or are none, with the reason: neither searched for nor private.
        unreleased: Originals that have no release.
        extra: Releases without an original; the attacker searches among them all the same.
        blank: Originals without any text.
        total: How many originals there are, all those above included.
        codes: The control codes that synthetic records were written for, by record, where they have one.
    """

    originals: Mapping[str, Document]
    records: Mapping[str, str]
    failed: Mapping[str, str] = field(default_factory=dict)
    unreleased: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    blank: tuple[str, ...] = ()
    total: int = 0
    codes: Mapping[str, str] = field(default_factory=dict)

    @property
    def characters(self) -> int:
        """How long all texts are together."""
        originals = sum(len(document.text) for document in self.originals.values())
        return originals + sum(map(len, self.records.values()))

    def without(self, failed: Mapping[str, str]) -> "Pairing":
        """Return the same less releases that could not be searched: they are listed as failed, not as private.

        Raises:
            InputError: Nothing is left.
        """
        records = {id_: text for id_, text in self.records.items() if id_ not in failed}
        originals = {id_: document for id_, document in self.originals.items() if id_ not in failed}
        if not records or not originals:
            first = next(iter(failed.values()))
            raise InputError(f"no release could be searched, the first because {first}", "use another linker")
        extra = tuple(id_ for id_ in self.extra if id_ not in failed)
        codes = {id_: code for id_, code in self.codes.items() if id_ not in failed}
        failures = {**self.failed, **failed}
        return replace(self, originals=originals, records=records, failed=failures, extra=extra, codes=codes)


def pair_records(
    originals: Iterable[Document], releases: Iterable[Release], *, paired: bool = True, reader: str | None = None
) -> Pairing:
    """Sort out who is looked for and where.

    Args:
        originals: The documents before anything was done to them.
        releases: What was released.
        paired: Whether a release belongs to the original with the same id.
        reader: Who must be able to read the releases, if it reads only English.

    Raises:
        InputError: There is nothing to look for, nothing to search, or no id in common although there should be.
    """
    documents = {document.id: document for document in originals}
    released = {release.id: release for release in releases}
    if not documents or not released:
        what = "originals" if not documents else "releases"
        raise InputError(f"there are no {what}", "check the file")
    if paired and not documents.keys() & released.keys():
        raise InputError(
            "no release has the id of an original",
            "name the run folder that made them, give them the ids of their documents, or say --unpaired if synthetic",
        )
    failed = _failed(documents, released, paired=paired) | _unread(released, reader)
    records = {id_: release.text for id_, release in released.items() if id_ not in failed}
    if not records:
        first = next(iter(failed.values()))
        raise InputError(f"every release failed or is none, the first because {first}", "make releases first")
    blank = tuple(id_ for id_, document in documents.items() if not document.text.strip())
    absent = {*blank, *(failed if paired else ()), *(documents.keys() - released.keys() if paired else ())}
    wanted = {id_: document for id_, document in documents.items() if id_ not in absent}
    if not wanted:
        raise InputError(
            f"there is nobody to look for: {len(blank)} originals have no text, {len(failed)} releases failed or "
            f"are none, {len(documents.keys() - released.keys()) if paired else 0} originals have no release",
            "check both files",
        )
    return Pairing(
        wanted,
        records,
        failed,
        tuple(id_ for id_ in documents if paired and id_ not in released and id_ not in blank),
        tuple(id_ for id_ in records if id_ not in documents) if paired else (),
        blank,
        len(documents),
        {id_: str(code) for id_ in records if (code := released[id_].trace.get("control"))},
    )


def _unread(released: Mapping[str, Release], reader: str | None) -> dict[str, str]:
    """Return why releases cannot be read: a translation shares no word with what is known, and is not private."""
    reasons: dict[str, str] = {}
    for id_, release in released.items() if reader is not None else ():
        try:
            require_read(release.text, str(reader), "--claims", english_only=True)
        except UnreadError as error:
            reasons[id_] = str(error)
    return reasons


def _failed(documents: Mapping[str, Document], released: Mapping[str, Release], *, paired: bool) -> dict[str, str]:
    """Return why releases are none; what has no original of its own is held against all of them.

    An empty text is no record that could be found, even where the method is to remove everything.
    """
    together = "\n".join(document.text for document in documents.values())
    reasons: dict[str, str] = {}
    for id_, release in released.items():
        own = paired and id_ in documents
        reason = why_no_release(documents[id_].text if own else together, release)
        if reason is not None or not release.text.strip():
            reasons[id_] = reason or "the text is empty"
    return reasons
