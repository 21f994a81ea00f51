"""The report of a linkage attack: found again or not, and what the record then gives away."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from gyges._version import __version__
from gyges.reports._figures import Bar, Card, Table, shown
from gyges.reports._limits import other_limits
from gyges.reports._page import environment, page
from gyges.reports._plain import NOTHING, clipped, label, number, percent
from gyges.reports._svg import element
from gyges.scoring.semantic import DistanceBin, LinkedRecord, LinkResults

_WIDTH, _HEIGHT, _FOOT = 400, 120, 18
_KINDS = {"right": "leak", "wrong": "kept", "unknown": "people"}
_HEADS = {"right": "Link right", "wrong": "Link wrong", "unknown": "No own release"}


def histogram(bins: Sequence[DistanceBin]) -> Markup | None:
    """Draw how many records have which distance, stacked by whether the link was right; None without any record."""
    most = max((one.records for one in bins), default=0)
    if not most:
        return None
    wide, tall = _WIDTH / len(bins), _HEIGHT - _FOOT
    told = "; ".join(f"{one.low:.1f} to {one.high:.1f}: {_told(one)}" for one in bins if one.records)
    parts = [element("title", f"Records by distance. {told}")]
    for place, one in enumerate(bins):
        top = float(tall)
        for kind, colour in _KINDS.items():
            height = getattr(one, kind) / most * (tall - _FOOT)
            top -= height
            if height:
                box = {"x": f"{place * wide + 2:.1f}", "y": f"{top:.1f}", "width": f"{wide - 4:.1f}"}
                parts.append(element("rect", **box, height=f"{height:.1f}", cls=f"bar {colour}"))
        if one.records:
            parts.append(_word(place * wide + wide / 2, top - 4, number(one.records)))
        parts.append(_word(place * wide, _HEIGHT - 4, f"{one.low:.1f}", "start"))
    return element("svg", *parts, cls="histogram", viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img")


def histogram_table(rows: Sequence[tuple[str, Sequence[DistanceBin]]]) -> Table | None:
    """Return the same in numbers, one row a release: records by distance, of them those whose link was wrong."""
    drawn = [(name, bins) for name, bins in rows if any(one.records for one in bins)]
    if not drawn:
        return None
    heads = tuple(f"{one.low:.1f}–{one.high:.1f}" for one in drawn[0][1])
    return Table(("Method", *heads), tuple((name, *(_cell(one) for one in bins)) for name, bins in drawn))


def _cell(one: DistanceBin) -> str:
    return f"{number(one.records)} ({number(one.wrong)} wrong)" if one.wrong else number(one.records)


def _told(one: DistanceBin) -> str:
    return ", ".join(f"{_HEADS[kind].lower()} {getattr(one, kind)}" for kind in _KINDS if getattr(one, kind))


def _word(x: float, y: float, text: str, anchor: str = "middle") -> Markup:
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, cls="label")


TITLE = "Can these records be found again?"
_MOST_RECORDS = 50
_LONGEST = 300
_CONTROLS = {
    "known_alone": "What the attacker knew, alone",
    "random": "Somebody else’s record",
    "oracle": "The right record, handed over",
    "given_a_correct_link": "Linked, where the link is right",
    "original": "The original text",
}
_LEXICAL = {
    "rouge_l_recall": "ROUGE-L recall",
    "rouge_l_recall_without_known": "ROUGE-L recall, known sentences left out",
    "rouge_l_recall_without_stop_words": "ROUGE-L recall, function words left out",
    "rouge_l_recall_without_known_and_stop_words": "ROUGE-L recall, both left out",
    "rouge_l_precision": "ROUGE-L precision",
    "rouge_l_f1": "ROUGE-L F1",
    "identifiers_gone": "Identifying spans gone",
}


def render_link(name: str, results: LinkResults, *, show_text: bool = True) -> str:
    """Return the report of a linkage attack as one self-contained HTML file."""
    sentence, control = _verdict(results)
    linkage = results.linkage
    return (
        environment()
        .get_template("link.html.jinja")
        .render(
            title=f"{TITLE} ({name})",
            page=page(),
            show_text=show_text,
            sentence=sentence,
            control=control,
            cards=_cards(results),
            judge=results.semantic.by,
            found=[Bar(f"the first {k}" if k != "1" else "the very first", shown(r)) for k, r in linkage.top_k.items()],
            ranks=Table(("Place", "Records"), tuple((place, number(n)) for place, n in linkage.ranks.items())),
            distances=_distances(results),
            lexical=[
                *(Bar(words, shown(results.lexical[key])) for key, words in _LEXICAL.items() if key in results.lexical),
                Bar("Meaning: claims not given away", shown(results.semantic.distance)),
            ],
            utility=_utility(results),
            sets=_sets(results),
            spread=histogram(results.semantic.histogram),
            labels=_labels(results),
            categories=_categories(results),
            across=_across(results) if show_text else None,
            records=_records(results) if show_text else None,
            coverage=_coverage(results),
            limits=_limits(results),
            made=_made(results),
        )
    )


def link_terminal(name: str, results: LinkResults) -> Iterator[tuple[str, Table]]:
    """Yield the tables of the page as a terminal shows them, with their titles."""
    linkage, cases = results.linkage, results.coverage.attacked + len(results.coverage.lost)
    rows = [("correct", shown(linkage.correct).both)] if linkage.correct is not None else []
    rows += [(f"among the first {k}", shown(rate).both) for k, rate in linkage.top_k.items() if k != "1"]
    rows += [("unlinked", str(linkage.unlinked)), ("shared first places", str(linkage.tied))]
    yield f"Found again: {name}", Table(("", f"of {cases} records"), tuple(rows))
    gone = [Bar(words, shown(results.lexical.get(key))) for key, words in _ON_TERMINAL.items()]
    kept = [("Distribution of labels, of 1", _labels_kept(results))] if "labels" in results.utility else []
    for title, head, drawn, more in (
        ("Distance to what the attacker did not know", ("against", "distance"), [*_distances(results), *gone], []),
        ("What leaks, by kind", ("kind", "leaked"), _categories(results), []),
        ("What it is still good for", ("", "kept"), _utility(results), kept),
        ("Release and originals as two sets", ("distance of", "distance"), _sets(results), []),
    ):
        if drawn or more:
            yield title, Table(head, (*((one.name, one.figure.both) for one in drawn), *more))


_ON_TERMINAL = {"rouge_l_recall": "By wording (ROUGE-L recall)", "identifiers_gone": "Identifying spans gone"}


def _categories(results: LinkResults) -> list[Bar]:
    return [Bar(label(kind), shown(rate)) for kind, rate in results.categories.items() if rate.denominator]


def _verdict(results: LinkResults) -> tuple[str, str]:
    cases, count = number(results.coverage.attacked + len(results.coverage.lost)), results.settings.get("known")
    known = f"{count} facts" if count is not None else "what was given"
    if results.linkage.correct is None:
        records = number(results.coverage.records)
        said = f"An attacker who knows {known} of a record finds the nearest of {records} released ones."
    else:
        said = (
            f"An attacker who knows {known} about somebody finds the right record in "
            f"{shown(results.linkage.correct)} of {cases} cases."
        )
    lost = found_without_lost(results)
    said = f"{said} {lost}" if lost else said
    distance, alone = shown(results.semantic.distance), shown(results.controls.get("known_alone"))
    if distance.value is None:
        return said, "No claim could be judged, so nothing is known about what the records then give away."
    learned = f"Of what it did not know, the linked record then gives away {percent(1 - distance.value)}"
    if alone.value is None:
        return said, f"{learned}. No control was run."
    return said, f"{learned}; what it knew already says {percent(1 - alone.value)} of it."


def found_without_lost(results: LinkResults) -> str:
    """Return how many originals could not be looked for, and what is true of the others; nothing where all were."""
    lost, attacked, correct = len(results.coverage.lost), results.coverage.attacked, results.linkage.correct
    if not lost:
        return ""
    of = f"{number(lost)} of {number(lost + attacked)}"
    said = f"{of} could not be looked for: they count as found, and as giving all away"
    if correct is None or correct.numerator is None or not attacked:
        return f"{said}."
    return f"{said}. Of the other {number(attacked)}, {percent((correct.numerator - lost) / attacked)} are found."


def _cards(results: LinkResults) -> tuple[Card, ...]:
    linkage = results.linkage
    correct, distance = shown(linkage.correct), shown(results.semantic.distance)
    gone = shown(results.lexical.get("identifiers_gone"))
    cases = number(results.coverage.attacked + len(results.coverage.lost))
    return (
        Card("Found again", str(correct), correct.interval, f"of {number(correct.out_of)} records", "leak"),
        Card("Not linked at all", number(linkage.unlinked), NOTHING, f"of {cases} records, counted as not found"),
        Card("Protected of what was unknown", str(distance), distance.interval, "semantic distance of the record"),
        Card("Identifying spans gone", str(gone), gone.interval, f"of {number(gone.out_of)} spans"),
        Card("About as good a match", number(linkage.plausible), NOTHING, "records, in the median"),
        Card("Lead of the first match", percent(linkage.margin), NOTHING, "of its score, in the median"),
    )


def _distances(results: LinkResults) -> list[Bar]:
    rows = [Bar("The linked record", shown(results.semantic.distance))]
    for name, words in _CONTROLS.items():
        if name in results.controls:
            rows.append(Bar(words, shown(results.controls[name]), note="people"))
    return rows


def _utility(results: LinkResults) -> list[Bar]:
    return [Bar(label(name), shown(rate)) for name, rate in results.utility.items() if not name.startswith("labels")]


def _labels(results: LinkResults) -> str | None:
    """Return how well the distribution of labels is kept, and for how many records that speaks; it is no share."""
    kept, judged = results.utility.get("labels"), results.utility.get("labels_judged")
    if kept is None or judged is None:
        return None
    labelled, records = number(judged.numerator), number(judged.denominator)
    return (
        f"Distribution of labels kept: {_labels_kept(results)} (1 as in the originals, 0 as if all labels were equally "
        f"frequent, below that worse). The judge labelled {labelled} of {records} released records."
    )


def _labels_kept(results: LinkResults) -> str:
    kept = results.utility["labels"]
    ends = kept.low is not None and kept.high is not None
    return _signed(kept.value) + (f" [{_signed(kept.low)} to {_signed(kept.high)}]" if ends else "")


def _signed(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.2f}".replace("-", "\u2212")


_SETS = {
    "nearest_record": "An original and the nearest released record",
    "nearest_other_original": "Control: an original and the nearest other original",
    "word_divergence": "Words of the release and of the originals (stand-in for MAUVE)",
    "word_divergence_of_halves": "Control: words of two halves of the originals",
}


def _sets(results: LinkResults) -> list[Bar]:
    known = {name: results.sets[name] for name in _SETS if name in results.sets}
    return [
        Bar(_SETS[name], shown(rate), note="people" if "Control" in _SETS[name] else "") for name, rate in known.items()
    ]


def _records(results: LinkResults) -> Table | None:
    worst = sorted(results.records, key=lambda row: (-len(row.learned), row.id))[:_MOST_RECORDS]
    rows = tuple(_record(row) for row in worst if row.learned)
    return Table(("Record", "Linked to", "Place", "Known", "Learned"), rows) if rows else None


def _record(row: LinkedRecord) -> tuple[str, ...]:
    linked = row.linked_to or NOTHING
    mark = "" if row.correct is None else " (right)" if row.correct else " (wrong)"
    return (
        row.id,
        f"{linked}{mark}",
        number(row.rank),
        clipped(" · ".join(row.known), _LONGEST),
        clipped(" · ".join(row.learned), _LONGEST),
    )


def _across(results: LinkResults) -> Table | None:
    rows = tuple(
        (
            person.person,
            number(len(person.documents)),
            percent(person.found_together),
            f"{number(person.leaked)} of {number(person.facts)}",
            ", ".join(person.only_together) or "nothing",
        )
        for person in results.across
    )
    return Table(("Person", "Documents", "Found together", "Leak singly", "Only together"), rows) if rows else None


def _coverage(results: LinkResults) -> Table:
    coverage = results.coverage
    rows = [
        ("Originals", number(coverage.originals)),
        ("Released records searched", number(coverage.records)),
        ("Attacked", number(coverage.attacked)),
    ]
    rows += [(words, number(len(getattr(coverage, name)))) for name, words in _WORDS.items() if getattr(coverage, name)]
    rows += [(f"Not read: {language}", number(count)) for language, count in coverage.unread.items()]
    left = results.semantic.left_out
    rows += [(f"Without a distance: {reason}", number(count)) for reason, count in left.items()]
    return Table(("What", "Records"), tuple(rows))


_WORDS = {
    "lost": "Originals that could not be looked for and count as found",
    "unreleased": "Originals without a release, not attacked",
    "failed": "Releases that failed or are empty",
    "blank": "Originals without text",
    "extra": "Releases without an original, searched all the same",
    "unusable": "Originals of which nothing could be known",
    "short": "Originals with fewer claims than the attacker was to know",
}


def _limits(results: LinkResults) -> tuple[str, ...]:
    own = results.settings.get("prompts")
    return other_limits("linkage", own if isinstance(own, Mapping) else {}, results.settings.get("judge") == "rules")


def _made(results: LinkResults) -> Table:
    rows = [(label(name), str(value)) for name, value in results.settings.items() if name != "prompts"]
    cost = results.cost
    rows.append(("Calls to models", f"{cost.get('calls', 0)} ({cost.get('cached_calls', 0)} from the cache)"))
    return Table(("What", "Value"), (*rows, ("Gyges", __version__)))
