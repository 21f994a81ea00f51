"""What a table of a benchmark says, in plain sentences, and spans against people as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from gyges.reports._figures import Figure, shown, strong
from gyges.reports._plain import number, points
from gyges.reports._svg import PlotPoint, _line, _number, element, plot_points, strong_tick
from gyges.reports._verdict import guess_beats, is_empty
from gyges.reports.benchmark._schema import CellRow, DatasetRow
from gyges.reports.benchmark._tables import ENDS, FigureColumn, short_name, utility_figure
from gyges.scoring import ReadRow


@dataclass(frozen=True, slots=True)
class Gap:
    """Marked words that are gone against facts that are protected; `read` says which documents a strong reader read."""

    name: str
    gone: Figure
    kept: Figure
    strong: Figure = field(default_factory=Figure)
    read: ReadRow | None = None

    @property
    def least(self) -> Figure:
        """What is protected, from the reader who leaves less of it."""
        known = self.strong.value is not None and self.strong.value < (self.kept.value or 0)
        return self.strong if known else self.kept

    @property
    def width(self) -> float:
        """How much less is protected than is gone; below zero where more is."""
        return (self.gone.value or 0) - (self.least.value or 0)

    @property
    def points(self) -> str:
        """The difference in percentage points."""
        return points(self.width)


def dataset_words(dataset: DatasetRow) -> str:
    """Return how much there is of a data set, in one sentence."""
    said = f"{number(dataset.documents)} documents, {number(dataset.characters)} characters"
    if not dataset.attackers:
        return f"{said}; attacked by linkage alone, record by record."
    if not dataset.annotated:
        return f"{said}; nobody annotated them, so an attacker said what is true."
    people = f"{said}, {number(dataset.people)} people, {number(dataset.facts)} facts of certainty 3 and above"
    marked = f"; marked spans in {number(dataset.marked)} documents." if dataset.marked else "; no marked spans."
    return people + marked


def spots(cells: Sequence[CellRow]) -> tuple[FigureColumn, tuple[PlotPoint, ...]]:
    """Return the figure of utility, and the methods that have both figures, those on the front marked."""
    utility = utility_figure(cells)
    methods = (
        (cell.label, shown(utility.get(cell)), shown(cell.results.metrics.get("cpr")), strong(cell.results))
        for cell in cells
    )
    return utility, plot_points(methods)


def gaps(cells: Sequence[CellRow]) -> tuple[Gap, ...]:
    """Return spans against people for methods that mask; the ends of the scale have no gap to speak of."""
    found = [
        Gap(
            cell.label,
            shown((cell.results.spans or {}).get("recall")),
            shown(cell.results.metrics.get("cpr")),
            strong(cell.results),
            cell.results.strong.read if cell.results.strong else None,
        )
        for cell in cells
        if cell.method not in ENDS
    ]
    return tuple(gap for gap in found if gap.gone.value is not None and gap.kept.value is not None)


def strong_source(cells: Sequence[CellRow]) -> str:
    """Return in words how it is known what a strong reader leaves; empty where nobody knows."""
    known = [cell for cell in cells if strong(cell.results).value is not None]
    read = [cell.label for cell in known if cell.results.strong and cell.results.strong.read]
    if not known:
        return ""
    if not read:
        return "estimated"
    return f"as read for {', '.join(read)}" + ("" if len(read) == len(known) else ", estimated for the rest")


def findings(cells: Sequence[CellRow], attacker: str) -> tuple[str, ...]:
    """Return what one attacker found, in sentences; none where nothing could be scored."""
    known = [cell for cell in cells if _cpr(cell).value is not None and not is_empty(cell.results)]
    rivals = [cell for cell in known if cell.method not in ENDS]
    if not rivals:
        return ("No method could be scored against this attacker.",)
    utility, drawn = spots(cells)
    best = max(rivals, key=lambda cell: _cpr(cell).value or 0)
    use = shown(utility.get(best))
    said = [
        f"Against {short_name(attacker)}, {best.label} protects most facts about people: CPR {_cpr(best).both}"
        + (f", at {utility.head} {use}." if use.value is not None else ".")
    ]
    control = shown(best.results.metrics.get("prior_cpr"))
    if control.value is not None:
        said.append(f"A guess without the text leaves {control} protected: base rates alone.")
    weak = [cell.label for cell in rivals if guess_beats(cell.results)]
    if weak:
        said.append(
            f"That guess got more than {short_name(attacker)} did out of {', '.join(weak)}: there this attacker is too "
            "weak to say anything, and a high CPR does not show that the texts are safe."
        )
    wide = max(gaps(cells), key=lambda gap: (gap.read is not None, gap.width), default=None)
    if wide is not None and wide.width > 0:
        said.append(_gap_words(wide, short_name(attacker)))
    on_front = [spot.name for spot in drawn if spot.on_front]
    if len(drawn) > 1:
        said.append(f"Beaten by no other on both privacy and {utility.head}: {', '.join(on_front)}.")
    return tuple(said)


def _gap_words(gap: Gap, attacker: str) -> str:
    gone = f"{gap.name} takes away {gap.gone} of the marked words and protects {gap.kept} of the facts"
    if gap.strong.value is None:
        return f"{gone}."
    read = gap.read
    how = "estimated" if read is None else f"who read {number(read.documents)} of {number(read.of)} documents"
    return f"{gone} from {attacker}; from a strong reader it protects {gap.strong.both} ({how})."


def _cpr(cell: CellRow) -> Figure:
    return shown(cell.results.metrics.get("cpr"))


def gap_plot(gap: Gap) -> Markup:
    """Draw one method on a scale from 0 to 100: marked words gone, facts protected, and the way between them."""
    gone, kept, least = (100 * min(max(figure.value or 0, 0.0), 1.0) for figure in (gap.gone, gap.kept, gap.least))
    told = f"{gap.name}: {gap.gone} of the marked words gone, {gap.kept} of the facts protected"
    parts = [
        element("title", f"{told}, {gap.strong} from a strong reader" if gap.strong.value is not None else told),
        element("rect", x=0, y=0, width=100, height=12, cls="track"),
        *(_line(at, 0, at, 12, "grid") for at in (25, 50, 75)),
        element("rect", x=_number(min(gone, least)), y=4.5, width=_number(abs(gone - least)), height=3, cls="gap-way"),
        _line(gone, 1, gone, 11, "tick-spans"),
        _line(kept, 1, kept, 11, "tick-people"),
    ]
    parts += strong_tick(gap.strong)
    return element("svg", *parts, cls="bar-plot", viewBox="0 0 100 12", preserveAspectRatio="none", role="img")
