"""Which originals and releases take part in a linkage attack, and what was left out and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from gyges.errors import InputError, UnreadError
from gyges.reading import plain_document, plain_release, require_read, why_garbled
from gyges.records import Document, Release, UnreadableDocument
from gyges.runs._public import WAY_BACK
from gyges.scoring import why_no_release


@dataclass(frozen=True, slots=True)
class Pairing:
    """The records of a linkage attack."""

    originals: Mapping[str, Document]  # the originals the attacker looks for, by id
    records: Mapping[str, str]  # the released texts the attacker searches, by id
    failed: Mapping[str, str] = field(default_factory=dict)
    unreleased: tuple[str, ...] = ()  # originals that have no release
    extra: tuple[str, ...] = ()  # releases without an original; the attacker searches among them all the same
    blank: tuple[str, ...] = ()  # originals without any text
    total: int = 0  # how many originals there are, all those above included
    codes: Mapping[str, str] = field(default_factory=dict)
    unread: Mapping[str, str] = field(default_factory=dict)  # originals that could not be read, with the reason
    owed: tuple[str, ...] = ()

    @property
    def characters(self) -> int:
        """How long all texts are together."""
        originals = sum(len(document.text) for document in self.originals.values())
        return originals + sum(map(len, self.records.values()))

    def without(self, failed: Mapping[str, str]) -> "Pairing":
        """Return the same less releases that could not be searched: they are listed as failed, not as private."""
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
    originals: Iterable[Document],
    releases: Iterable[Release],
    *,
    paired: bool = True,
    as_made: bool = False,
    reader: str | None = None,
) -> Pairing:
    """Sort out who is looked for and where."""
    documents = {document.id: plain_document(document) for document in originals}
    released = {release.id: plain_release(release) for release in releases}
    if not documents or not released:
        what = "originals" if not documents else "releases"
        raise InputError(f"there are no {what}", "check the file")
    if paired and not documents.keys() & released.keys():
        raise InputError("no release has the id of an original", f"{WAY_BACK}, and synthetic ones --unpaired")
    failed = _failed(documents, released, paired=paired, as_made=as_made) | _unread(released, reader)
    records = {id_: release.text for id_, release in released.items() if id_ not in failed}
    if not records:
        first = next(iter(failed.values()))
        raise InputError(f"every release failed or is none, the first because {first}", "make releases first")
    unread = {id_: f"read: {one.why}" for id_, one in documents.items() if isinstance(one, UnreadableDocument)}
    blank = tuple(id_ for id_, document in documents.items() if not document.text.strip() and id_ not in unread)
    silent = {id_ for id_ in blank if not (paired and id_ in records)}
    absent = {*blank, *unread, *(failed if paired else ()), *(documents.keys() - released.keys() if paired else ())}
    wanted = {id_: document for id_, document in documents.items() if id_ not in absent}
    if not wanted:
        raise InputError(
            f"there is nobody to look for: {len(blank) + len(unread)} originals have no text, {len(failed)} releases "
            f"failed or are none, {len(documents.keys() - released.keys()) if paired else 0} originals have no release",
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
        unread,
        tuple(id_ for id_ in documents if id_ not in silent),
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


def _failed(
    documents: Mapping[str, Document], released: Mapping[str, Release], *, paired: bool, as_made: bool
) -> dict[str, str]:
    """Return why releases are none; what has no original of its own is held against all of them.

    An empty text is no record that could be found, even where the method is to remove everything.
    """
    together = "\n".join(document.text for document in documents.values())
    reasons: dict[str, str] = {}
    for id_, release in released.items():
        if as_made and release.text.strip():
            continue
        own = paired and id_ in documents and not isinstance(documents[id_], UnreadableDocument)
        reason = why_no_release(documents[id_].text if own else together, release)
        if reason is None and not release.text.strip():
            reason = "the text is empty"
        reason = reason or why_garbled(release.text, to_a_model=True)
        if reason is not None:
            reasons[id_] = reason
    return reasons
