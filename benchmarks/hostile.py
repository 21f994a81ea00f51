"""Attacks on the product from outside: does what fails, hides or is not itself ever look protected?

Run: python benchmarks/hostile.py [--only NAME,...] [--json FILE] [--jobs N] [--list]     (exit 1 if something broke)

Each attack runs the ``gyges`` command as a process, on files in a temporary folder and, where a model is asked, against
a real local server; it holds if nothing that failed, hid or was exchanged counts as protection. Beside attacks stands
honest use, which has to pass, so that refusing everything does not. NAME is a name, the beginning of one, or the number
of a point. What is only counted (``counted``) breaks nothing.
"""

import argparse
import json
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import hostile_attacks.disguised
import hostile_attacks.kinds
import hostile_attacks.models
import hostile_attacks.pumps
import hostile_attacks.rows
import hostile_attacks.ways_round  # noqa: F401 - each puts its attacks on the list
from hostile_attacks.world import ATTACKS, Attack, Seen, World, timed

WORDS = {True: "held", False: "BROKE", None: "counted"}


def chosen(only: str) -> list[Attack]:
    """Return the attacks that are asked for: all, or by name, beginning of a name, or number of a point."""
    wanted = [one.strip() for one in only.split(",") if one.strip()]
    found = {one: [a for a in ATTACKS.values() if a.name.startswith(one) or str(a.point) == one] for one in wanted}
    if lost := [one for one, attacks in found.items() if not attacks]:
        raise SystemExit(f"no attack is called {', '.join(lost)}; --list names all")
    named = {a.name for attacks in found.values() for a in attacks}
    return sorted((a for a in ATTACKS.values() if not wanted or a.name in named), key=lambda a: a.point)


def line(one: Attack, seen: Seen, seconds: float) -> str:
    """Return a row of the table."""
    kind = "honest" if one.honest else "attack"
    came = f"{kind:<7} {WORDS[seen.held]:<8} {seconds:>4.0f} s"
    return f"{one.point:>3}  {one.name:<46} {came}  {one.must} | {seen.happened}"


def main(arguments: list[str] | None = None) -> int:
    """Run attacks, print a table, and return 1 if something broke."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default="", help="names, beginnings of names or numbers of points, with commas")
    parser.add_argument("--json", type=Path, help="also write the table here")
    parser.add_argument("--jobs", type=int, default=2, help="attacks at once (%(default)s)")
    parser.add_argument("--list", action="store_true", help="list attacks and stop")
    options = parser.parse_args(arguments)
    attacks = chosen(options.only)
    if options.list:
        for one in attacks:
            print(f"{one.point:>3}  {one.name:<46} {one.must}")
        return 0
    rows = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        world = World(Path(folder))
        for one, (seen, seconds) in zip(attacks, pool.map(lambda a: timed(a, world), attacks), strict=True):
            print(line(one, seen, seconds), flush=True)
            kept = {"name": one.name, "point": one.point, "honest": one.honest, "must": one.must}
            rows.append({**kept, "happened": seen.happened, "held": seen.held, "seconds": round(seconds, 1)})
    broke = [row["name"] for row in rows if row["held"] is False]
    print(f"\n{len(rows)} tried, {sum(row['held'] is True for row in rows)} held, {len(broke)} broke")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return int(bool(broke))


if __name__ == "__main__":
    sys.exit(main())
