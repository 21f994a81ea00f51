"""``gyges anonymize --review``: proposals to files, and on a terminal one question for each edit."""

import json
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

from gyges.cli._output import say, write_page
from gyges.cli._saying import ask, notice, one_line
from gyges.corpus import atomic_file
from gyges.records import Document, Release
from gyges.reports import render_review
from gyges.runs.review import (
    Proposal,
    ProposedEdit,
    cost_words,
    expected_words,
    propose,
    protects_words,
    write_review,
)

REVIEW_FILES = ("review.jsonl", "review.html")
"""What stands in the run folder beside the file somebody decides in; it tells originals and stays with them."""

_AROUND = 60  # characters of context on each side
_STEP = 10  # documents after which a word is said about how far it is


class _ReviewAnswer(StrEnum):
    KEEP = "k"
    UNDO = "u"
    DOCUMENT = "d"
    ALL = "a"
    QUIT = "q"


_QUESTION = "[k]eep, [u]ndo, keep all of this [d]ocument, keep [a]ll, [q]uit? [k] "


def review_edits(documents: Sequence[Document], releases: Mapping[str, Release], file: Path, folder: Path) -> bool:
    """Write proposals with what they are worth, ask about them on a terminal, and tell whether all was decided."""
    proposals = propose(documents, releases, listener=lambda done: _tell(done, len(documents)))
    rows = [proposal.to_json() for proposal in proposals]
    with atomic_file(folder / REVIEW_FILES[0], force=True, private=True) as stream:
        stream.writelines(f"{json.dumps(row, ensure_ascii=False)}\n".encode("utf-8", "surrogatepass") for row in rows)
    write_page(folder / REVIEW_FILES[1], render_review(rows))
    # Last: once it is there, the same command takes what stands in it for somebody's decisions.
    count = write_review(proposals, file)
    say(f"{count} edits are proposed in {file}; {folder / REVIEW_FILES[1]} shows whom each protects from what.")
    if count and sys.stdin.isatty() and sys.stdout.isatty() and _ask_all(proposals, file):
        return True
    say(f"Decide on them in {file}, then run the same command again.")
    return False


def _tell(done: int, documents: int) -> None:
    if done % _STEP == 0:
        notice(f"what edits are worth: {done} of {documents} documents")


def _ask_all(proposals: Sequence[Proposal], file: Path) -> bool:
    """Ask about every edit; what was undone is in the file after each document."""
    undone: dict[str, list[int]] = {}
    for proposal in proposals:
        if proposal.failed is not None or not proposal.edits:
            continue
        own = undone.setdefault(proposal.document.id, [])
        last = _ask_document(proposal, own)
        write_review(proposals, file, undone=undone, replace=True)
        if last is _ReviewAnswer.QUIT:
            return False
        if last is _ReviewAnswer.ALL:
            break
    return True


def _ask_document(proposal: Proposal, undone: list[int]) -> _ReviewAnswer:
    say(f"\n{one_line(proposal.document.id)}: what a strong reader is expected to leave protected")
    for line in expected_words(proposal):
        say(f"  {one_line(line)}")
    for number, one in enumerate(proposal.edits):
        say(f"\n  {number + 1} of {len(proposal.edits)}: " + _shown(one, proposal.document.text))
        answer = _ask()
        if answer is _ReviewAnswer.UNDO and _sure(one):
            undone.append(number)
        elif answer in (_ReviewAnswer.DOCUMENT, _ReviewAnswer.ALL, _ReviewAnswer.QUIT):
            return answer
    return _ReviewAnswer.KEEP


def _shown(one: ProposedEdit, text: str) -> str:
    edit = one.edit
    before, after = text[max(0, edit.start - _AROUND) : edit.start], text[edit.end : edit.end + _AROUND]
    lines = [f"{before}<<{one.original}>>{after}", f"becomes: {edit.text or '(nothing)'}"]
    lines += [f"because it {edit.reason}"] if edit.reason else []
    protects, cost = protects_words(one), cost_words(one)
    lines += [f"protects {protects}"] if protects else []
    lines += [f"undoing it costs: {cost}"] if cost else []
    lines += [f"without these words the text no longer says that it is a {one.kind}"] if one.kind else []
    return "\n    ".join(map(one_line, lines))


def _sure(one: ProposedEdit) -> bool:
    """Ask again before somebody is named."""
    if not one.brings_back:
        return True
    named = ", ".join(f"'{back}'" for back in one.brings_back)
    say(one_line(f"    This names somebody: {named}. It would stand in the release, and the trace would say so."))
    return _line("    Undo it all the same? [y/N] ").lower() in ("y", "yes")


def _ask() -> _ReviewAnswer:
    while True:
        said = _line(f"    {_QUESTION}").lower() or _ReviewAnswer.KEEP
        if said[:1] in list(_ReviewAnswer):
            return _ReviewAnswer(said[:1])


def _line(question: str) -> str:
    """Return what was typed; where nobody types any more, that is the request to stop."""
    typed = ask(question)
    return typed.strip() if typed else _ReviewAnswer.QUIT


def warn_of_review(releases: Mapping[str, Release]) -> None:
    """Say which direct identifiers came back with undone edits, and which texts no longer tell their kind."""
    for id_, release in releases.items():
        review: Any = release.trace.get("review", {})
        if review.get("brought_back"):
            named = ", ".join(f"'{words}'" for words in review["brought_back"])
            notice(f"WARNING: undone edits of {id_} bring back {named}")
        if review.get("kind_lost"):
            kind = review["kind_lost"]
            notice(f"the release of {id_} no longer says that it is a {kind}")
