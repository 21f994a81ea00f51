"""The report of a task as one HTML file that needs nothing else."""

from pathlib import Path

from gyges.reports._figures import Table, shown
from gyges.reports._limits import own_prompts_sentence
from gyges.reports._page import environment, page
from gyges.reports._plain import NOTHING, number, percent, points
from gyges.reports.tuning._plots import curve_plot, front_plot, tree_plot
from gyges.reports.tuning._schema import BaselineRow, MenuRow, TestRow, TuningFile

__all__ = ["tuning_html"]

_TEMPLATES = Path(__file__).parent / "templates"
_NAMES = {"prompt": "task prompt", "mask": "mask", "subjectwise": "subjectwise"}


def tuning_html(file: TuningFile) -> str:
    """Return the report of a task. It holds instructions and figures, no text of a document."""
    search_budget = file.budget.get("search and selection")
    return (
        environment(_TEMPLATES)
        .get_template("tuning.html.jinja")
        .render(
            file=file,
            title=f"Instructions for {file.task.get('name')}",
            page=page(style=_TEMPLATES / "tuning.css"),
            menu=_menu(file),
            baselines=_baselines(file),
            difference=_difference(file),
            front=front_plot(file.candidates, file.menu),
            curve=curve_plot(file.curve, cap=search_budget.used if search_budget else 1, turned=file.search.turned),
            tree=tree_plot(file.candidates),
            dropped=_dropped(file),
            made=_made(file),
            limits=_limits(file),
        )
    )


def _menu(file: TuningFile) -> Table:
    rows = tuple(_menu_row(entry) for entry in (file.seed, *file.menu))
    head = ("Instruction", "Candidate", "Privacy, validation", "Utility, validation", *_TEST_HEAD)
    return Table(head, rows)


_TEST_HEAD = ("Privacy, test", "Strong, test", "Utility, test", "Worst person, test", "Documents", "Failed")


def _menu_row(entry: MenuRow) -> tuple[str, ...]:
    scores = entry.validation
    return (entry.name, str(entry.number), percent(scores.privacy), percent(scores.utility), *_test(entry.test))


def _test(test: TestRow | None) -> tuple[str, ...]:
    if test is None:
        return (NOTHING,) * len(_TEST_HEAD)
    figures = (shown(rate).both for rate in (test.privacy, test.strong, test.utility, test.worst))
    return (*figures, number(test.documents), number(test.failed))


def _baselines(file: TuningFile) -> Table | None:
    if not file.baselines:
        return None
    own = [("learned: " + entry.name, *_test(entry.test), NOTHING, "") for entry in file.menu[:1]]
    seed = ("seed prompt", *_test(file.seed.test), NOTHING, "")
    rows = tuple((_name(one), *_test(one.test), number(one.calls), one.left_out) for one in file.baselines)
    return Table(("Method", *_TEST_HEAD, "Calls", "Left out because"), (seed, *own, *rows))


def _name(one: BaselineRow) -> str:
    head = one.name.partition(":")[0]
    return _NAMES.get(head, one.name) if head == "prompt" else one.name


def _difference(file: TuningFile) -> Table | None:
    rows = []
    for name, rate in file.improvement.difference.items():
        ends = NOTHING if rate.low is None else f"{points(rate.low)} to {points(rate.high)}"
        rows.append((name, points(rate.value), ends))
    return Table(("Best against seed, test documents", "Points", "95 % interval"), tuple(rows)) if rows else None


def _dropped(file: TuningFile) -> Table | None:
    counts: dict[str, int] = {}
    for one in file.attempts:
        words = one.outcome.partition(" (")[0]
        words = "it was there already" if words.endswith(" again") else words
        counts[words] = counts.get(words, 0) + 1
    ranked = sorted(counts.items(), key=lambda row: -row[1])
    return (
        Table(("Proposals that were dropped because", "How many"), tuple((w, number(c)) for w, c in ranked))
        if ranked
        else None
    )


def _made(file: TuningFile) -> Table:
    documents = file.documents
    rows = [
        ("What counts", file.goal),
        ("Privacy", file.objective["privacy"]),
        ("Utility", file.objective["utility"]),
        ("Measured as published", "yes" if file.task.get("paper") else "no"),
        *((role.capitalize(), name or "none") for role, name in file.roles.items()),
        ("Documents to learn from", number(documents.train)),
        ("Documents of validation", number(documents.validation)),
        ("Test documents used", f"{number(documents.tested)} of {number(documents.test)}"),
        ("Search", f"{file.search.name}; it ended because {file.search.ended or 'it was done'}"),
        *((f"Calls: {name}", f"{number(one.used)} of {number(one.cap)}") for name, one in file.budget.items()),
        ("Seed of all draws", str(file.task.get("seed"))),
        ("Report by", f"Gyges {file.gyges}"),
    ]
    return Table(("What", "How"), tuple(rows))


def _limits(file: TuningFile) -> tuple[str, ...]:
    stand_ins = [words for words in file.objective.values() if "stand-in" in words]
    return (
        "An instruction was learned against one attacker and one judge; another attacker may learn more.",
        "It was learned for one model. Another model may follow it otherwise.",
        "Validation figures are those the instructions were chosen by, so they are too good; test figures are not.",
        *filter(None, (own_prompts_sentence(file.prompts),)),
        *(("An instruction that fell below the floor on test documents was taken back.",) if file.withdrawn else ()),
        *(f"Measured by a stand-in: {words}." for words in stand_ins),
        *file.documents.notes,
    )
