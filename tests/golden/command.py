"""The command: shows what changed, and takes it into the record on purpose."""

import argparse
import sys
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from pathlib import Path

from golden.changes import Change, changes
from golden.figures import Figures, data_figures, fallen, figures_of, load_figures, save_figures
from golden.look import Look, look_at_all
from golden.sources import PARTS, kept_ids, sources
from golden.store import load, save

LOG = Path(__file__).parent / "ACCEPTED.md"
DATA = Path(__file__).parents[3] / "shared" / "data"
_LOGGED = 40


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``diff``, ``figures`` or ``accept``; exit 1 where something differs or fell."""
    options = _parser().parse_args(arguments)
    parts = [options.part] if options.part else [*PARTS]
    looks = look_at_all(parts, score=options.command != "diff", jobs=options.jobs)
    if options.command == "figures":
        return _show_figures(load_figures(), _measured(looks, options.data))
    found = differences(looks, parts)
    if options.command == "diff":
        _show(found, options.limit)
        return 1 if found else 0
    _accept(looks, found, _measured(looks, options.data), options.because)
    return 0


def differences(looks: Sequence[Look], parts: Sequence[str]) -> dict[tuple[str, str], list[Change]]:
    """Return all changes since the record was written, by part and document."""
    found: dict[tuple[str, str], list[Change]] = {}
    for part in parts:
        recorded, texts = load(part), {document.id: document.text for document in sources(part)}
        now = {look.row["id"]: look.row for look in looks if look.part == part}
        for id_ in sorted({*recorded, *now}):
            if told := changes(recorded.get(id_), now.get(id_), texts.get(id_, "")):
                found[part, id_] = told
    return found


def _show(found: dict[tuple[str, str], list[Change]], limit: int) -> None:
    lines = shown_lines(found)
    _say(lines[:limit] if limit else lines)
    if limit and len(lines) > limit:
        _say([f"... {len(lines) - limit} more lines (--limit 0 shows all)"])
    _say(["", *summary(found.values(), None)])


def shown_lines(found: dict[tuple[str, str], list[Change]]) -> list[str]:
    """Return what changed in words, of a document that is kept as a check only how many changes there are."""
    lines: list[str] = []
    for (part, id_), told in found.items():
        if id_ in kept_ids(part):
            lines.append(f"== {part} {id_}: kept, {len(told)} changes not shown")
        else:
            lines += [f"== {part} {id_}", *(change.line for change in told)]
    return lines


def summary(groups: Collection[list[Change]], most: int | None) -> list[str]:
    """Return how many lines differ in each class, the commonest first."""
    counts = Counter(f"{change.line[0]} {change.kind}" for told in groups for change in told)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    head = f"{sum(counts.values())} changes of {len(counts)} classes in {len(groups)} documents"
    rest = [f"... {len(ranked) - most} more classes"] if most is not None and len(ranked) > most else []
    return [head, *(f"{count:5} {kind}" for kind, count in ranked[:most]), *rest]


def _measured(looks: Sequence[Look], data: Path) -> Figures:
    return {**figures_of(looks), **(data_figures(data) if data.is_dir() else {})}


def _show_figures(recorded: Figures, now: Figures) -> int:
    for corpus, figures in now.items():
        then = recorded.get(corpus, {})
        _say([f"{corpus}", *(f"  {name:24}{then.get(name, 0):.4f} -> {value:.4f}" for name, value in figures.items())])
    low = fallen(recorded, now)
    _say(["", *(f"FELL {line}" for line in low)])
    return 1 if low else 0


def _accept(looks: Sequence[Look], found: dict[tuple[str, str], list[Change]], figures: Figures, because: str) -> None:
    recorded = load_figures()
    low = fallen(recorded, figures)
    for part in PARTS:
        save(part, [look.row for look in looks if look.part == part])
    save_figures({**recorded, **figures})
    told = summary(found.values(), _LOGGED)
    entry = [f"\n## {datetime.now(UTC):%Y-%m-%d}: {because}\n", "```", *told, *(f"FELL {line}" for line in low), "```"]
    with LOG.open("a", encoding="utf-8") as log:
        log.write("\n".join(entry) + "\n")
    _say([*told, *(f"FELL {line}" for line in low)])


def _say(lines: Sequence[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, does in (("diff", "show what differs"), ("figures", "show the figures"), ("accept", "take it all in")):
        command = commands.add_parser(name, help=does)
        command.add_argument("--jobs", type=int, default=1, help="processes")
        command.add_argument("--data", type=Path, default=DATA, help="where the development data lies")
        if name == "accept":
            command.add_argument("--because", required=True, help="why the changes are right; goes into the log")
            command.set_defaults(part=None)
        else:
            command.add_argument("--part", choices=PARTS, help="one part instead of all")
        if name == "diff":
            command.add_argument("--limit", type=int, default=400, help="lines to show; 0 for all")
    return parser
