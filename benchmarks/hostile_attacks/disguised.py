"""Originals in disguise, as releases that are audited and as texts that are masked: point 6."""

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from hostile_attacks.disguises import DISGUISES, WHOLE, Disguise, folded, readings, squeezed, words_of
from hostile_attacks.world import GATE, Audited, Ran, Row, Rows, Seen, World, attack, honest, results_in, texts_of

MORE = 0.03
"""How much more than of the undisguised text may seem protected."""
GROUP = 11
"""Disguises that share one audit."""
MASKED = 4
"""Documents that are masked in each disguise."""
_SHORTEST, _SHORTEST_SQUEEZED = 5, 8
_PLAIN_AND_DISGUISED: Mapping[str, Disguise] = {"plain": str, **DISGUISES}
GATED = ("--attacker", "rules", "--fail-under", GATE)


def audits(world: World, releases: Mapping[str, Rows]) -> Mapping[str, Audited]:
    """Audit several releases at once, and one by one where that gives no results."""
    paths = {name: world.path(f"{name}.jsonl") for name in releases}
    for name, path in paths.items():
        path.write_text("".join(json.dumps(row) + "\n" for row in releases[name]), encoding="utf-8")
    folder = world.path("audit-disguised")
    ran = world.gyges("audit", world.originals, *paths.values(), "--out", folder, *GATED)
    found = {name: results_in(folder / path.stem) for name, path in paths.items()}
    if all(found.values()):
        return {name: Audited(_of(ran, paths[name].stem), results) for name, results in found.items()}
    return {name: world.audit(name, rows, *GATED) for name, rows in releases.items()}


def _of(ran: Ran, stem: str) -> Ran:
    """Return how one of several releases fared: its own complaints of the gate."""
    said = [one for line in ran.err.splitlines() for one in line.split("; ") if f"{stem}:" in one]
    return Ran(int(bool(said)) if ran.status == 1 else ran.status, ran.out, "\n".join(said), ran.seconds, ran.megabytes)


def seems_protected(world: World, audited: Audited) -> Seen:
    """Hold if no figure is better than that of the undisguised text, or texts are unread and the gate fails."""
    plain, better = world.undisguised, []
    for name in ("cpr", "strong_cpr"):
        value, least = audited.figure(name), plain.figure(name)
        if value is not None and least is not None and value > least + MORE:
            better.append(f"{name} {least:.2f} -> {value:.2f}")
    unread = audited.ran.status == 1 and audited.covered < 0.5
    held = audited.ran.status == 1 and (unread or not better)
    return Seen(held, f"{audited.told}; {', '.join(better) or 'no better figure'}")


def _audited(name: str) -> None:
    @attack(f"audit-{name}", 6, "no figure better than without the disguise, or unread and exit 1")
    def audited(world: World) -> Seen:
        names = list(DISGUISES)
        start = names.index(name) // GROUP * GROUP
        wanted = names[start : start + GROUP]
        releases = {one: texts_of(world.documents, DISGUISES[one]) for one in wanted}
        group = world.once(f"disguised {start}", lambda: audits(world, releases))
        return seems_protected(world, group[name])


def _masks(world: World) -> tuple[Ran, Mapping[str, Mapping[str, str]]]:
    """Mask documents in every disguise at once; return the releases by disguise and document."""
    rows = [
        {"id": f"{name}.{row['id']}", "text": change(row["text"])}
        for name, change in _PLAIN_AND_DISGUISED.items()
        for row in world.documents[:MASKED]
    ]
    out, source = world.path("masked.jsonl"), world.write("disguised", rows)
    words = ("anonymize", source, "--method", "mask", "--strict", "--keep-ids", "-o", out, "--out", world.path("run"))
    ran = world.gyges(*words)
    return ran, _by_disguise(out)


def _by_disguise(out: Path) -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    if out.exists():
        for line in out.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            name, _, id_ = row["id"].partition(".")
            found[name][id_] = row["text"]
    return found


def readable_names(document: Row, text: str) -> set[str]:
    """Return names of annotated people that can be read in a text, by our own decoder."""
    values = [fact["value"] for person in document["subjects"] for fact in person["facts"] if fact["tag"] == "NAME"]
    names = {word for value in values for word in words_of(folded(value)) if len(word) >= _SHORTEST}
    found = {name for name in names if name[0] + re.sub(r"[aeiou]", "*", name[1:]) in folded(text) and "*" in text}
    for reading in readings(text):
        words, letters = words_of(reading), squeezed(reading)
        found |= {name for name in names if name in words or (len(name) >= _SHORTEST_SQUEEZED and name in letters)}
    return found


def _masked(name: str) -> None:
    @attack(f"mask-{name}", 6, "--strict publishes no name that can be read in the disguise only")
    def masked(world: World) -> Seen:
        ran, releases = world.once("masked disguises", lambda: _masks(world))
        if ran.status not in (0, 1):
            return Seen(False, f"exit {ran.status}: {ran.why}")
        plain, hidden = releases.get("plain", {}), releases.get(name, {})
        left = 0
        for document in world.documents[:MASKED]:
            missed = readable_names(document, plain.get(document["id"], document["text"] if not plain else ""))
            left += len(readable_names(document, hidden.get(document["id"], "")) - missed)
        return Seen(not left, f"{left} names can be read in {len(hidden)} of {MASKED} published releases")


def _behind(name: str, change: Disguise) -> None:
    @attack(f"behind-masks-{name}", 6, "no figure better than without the disguise, or unread and exit 1")
    def behind(world: World) -> Seen:
        """Publish honest masks with the disguised original behind each."""

        def all_of_them() -> Mapping[str, Audited]:
            masks = {row["id"]: row["text"] for row in world.released("mask")}
            releases = {
                one: [{"id": row["id"], "text": f"{masks[row['id']]}\n{hide(row['text'])}"} for row in world.documents]
                for one, hide in BEHIND.items()
            }
            return audits(world, releases)

        return seems_protected(world, world.once("behind masks", all_of_them)[name])


BEHIND: Mapping[str, Disguise] = {
    "nothing-hidden": str,
    **{name: WHOLE[name] for name in ("tag-characters", "zero-width", "bidi-reversed", "entities-hex", "homoglyphs")},
    **{name: WHOLE[name] for name in ("base64", "percent-codes", "math-letters", "spaced-letters")},
}

for _name in DISGUISES:
    _audited(_name)
for _name, _change in BEHIND.items():
    _behind(_name, _change)
for _name in DISGUISES:
    _masked(_name)


@honest("disguise-none", 6, "exit 0 under the same gate at three tenths: honest masks are no disguise")
def disguise_none(world: World) -> Seen:
    """Audit honest masks: marks in brackets are not taken for hidden text."""
    options = ("--attacker", "rules", "--fail-under", "cpr=0.3")
    audited = world.audit("honest", texts_of(world.released("mask")), *options)
    return Seen(audited.ran.status == 0, f"{audited.told}; {audited.ran.why}")


HARMLESS = (
    "The flat was painted on Monday &amp; the bill is below 300 €. Use <b>two</b> coats.\nSee page 3-4.",
    "Café, naïve, jalapeño and Zoë's résumé: accents are words too, and so is co-operation.",
    "Line-\nend hyphens happen in print, and 50 % of readers see a soft\u00adhyphen nowhere.",
    "Non\u2011breaking marks and thin\u2009blanks are typography. The code ZGVmYXVsdA stands for nothing.",
    "The rows a: 1, b: 2 and c: 3 stay, * means optional, and A B C are the three parts.",
)


@honest("mask-harmless-typography", 6, "all released: typography hides nobody")
def harmless(world: World) -> Seen:
    """Mask texts whose signs are ordinary typography."""
    rows = [{"id": f"t{at}", "text": text} for at, text in enumerate(HARMLESS)]
    out = world.path("out.jsonl")
    words = ("anonymize", world.write("harmless", rows), "--method", "mask", "--strict", "--keep-ids", "-o", out)
    ran = world.gyges(*words, "--out", world.path("run"))
    made = len(out.read_text(encoding="utf-8").splitlines()) if out.exists() else 0
    return Seen(made == len(HARMLESS), f"exit {ran.status}; {made} of {len(HARMLESS)} released; {ran.why}")
