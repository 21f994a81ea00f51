"""The report of a linkage attack: found again or not, and what the record then gives away."""

from collections.abc import Mapping

from gyges._version import __version__
from gyges.reports._figures import Bar, Card, Table, shown
from gyges.reports._histogram import histogram
from gyges.reports._limits import own_prompts_sentence
from gyges.reports._page import environment, page
from gyges.reports._plain import NOTHING, clipped, label, number, percent
from gyges.scoring.semantic import LinkedRecord, LinkResults

__all__ = ["link_limits", "render_link"]

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
    """Return the report of a linkage attack as one self-contained HTML file.

    Args:
        name: What the release is called.
        results: What the attack found out.
        show_text: Whether claims and ids may be shown; without them only figures are.
    """
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
            categories=[Bar(label(kind), shown(rate)) for kind, rate in results.categories.items() if rate.denominator],
            across=_across(results) if show_text else None,
            records=_records(results) if show_text else None,
            coverage=_coverage(results),
            limits=_limits(results),
            made=_made(results),
        )
    )


def _verdict(results: LinkResults) -> tuple[str, str]:
    attacked, count = number(results.coverage.attacked), results.settings.get("known")
    known = f"{count} facts" if count is not None else "what was given"
    if results.linkage.correct is None:
        records = number(results.coverage.records)
        said = f"An attacker who knows {known} of a record finds the nearest of {records} released ones."
    else:
        said = (
            f"An attacker who knows {known} about somebody finds the right record in "
            f"{shown(results.linkage.correct)} of {attacked} cases."
        )
    distance, alone = shown(results.semantic.distance), shown(results.controls.get("known_alone"))
    if distance.value is None:
        return said, "No claim could be judged, so nothing is known about what the records then give away."
    learned = f"Of what it did not know, the linked record then gives away {percent(1 - distance.value)}"
    if alone.value is None:
        return said, f"{learned}. No control was run."
    return said, f"{learned}; what it knew already says {percent(1 - alone.value)} of it."


def _cards(results: LinkResults) -> tuple[Card, ...]:
    linkage = results.linkage
    correct, distance = shown(linkage.correct), shown(results.semantic.distance)
    gone = shown(results.lexical.get("identifiers_gone"))
    return (
        Card("Found again", str(correct), correct.interval, f"of {number(correct.out_of)} records", "leak"),
        Card("Not linked at all", number(linkage.unlinked), NOTHING, "counted as not found"),
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
    figure = _signed(kept.value)
    if kept.low is not None and kept.high is not None:
        figure += f" [{_signed(kept.low)} to {_signed(kept.high)}]"
    return (
        f"Distribution of labels kept: {figure} (1 as in the originals, 0 as if all labels were equally frequent, "
        f"below that worse). The judge labelled {labelled} of {records} released records."
    )


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
    "unreleased": "Originals without a release, not attacked",
    "failed": "Releases that failed or are empty",
    "blank": "Originals without text",
    "extra": "Releases without an original, searched all the same",
    "unusable": "Originals of which nothing could be known",
    "short": "Originals with fewer claims than the attacker was to know",
}


def _limits(results: LinkResults) -> tuple[str, ...]:
    by_rules = results.settings.get("judge") == "rules"
    own = results.settings.get("prompts")
    prompts = {name: str(digest) for name, digest in own.items()} if isinstance(own, Mapping) else {}
    return (
        "One attacker, one kind of knowledge and one search engine were tried; another one may find more.",
        *filter(None, (own_prompts_sentence(prompts),)),
        *link_limits(by_rules=by_rules),
    )


def link_limits(*, by_rules: bool) -> tuple[str, ...]:
    """Return what no attack by linkage proves.

    Args:
        by_rules: Whether claims were compared by rules.
    """
    said = ("The attacker searches this release only. In a larger one a record is harder to find.",)
    return (*said, _WORDING) if by_rules else said


_WORDING = "Rules compare wording: what is said in other words counts as not given away."


def _made(results: LinkResults) -> Table:
    rows = [(label(name), str(value)) for name, value in results.settings.items() if name != "prompts"]
    cost = results.cost
    rows.append(("Calls to models", f"{cost.get('calls', 0)} ({cost.get('cached_calls', 0)} from the cache)"))
    return Table(("What", "Value"), (*rows, ("Gyges", __version__)))
