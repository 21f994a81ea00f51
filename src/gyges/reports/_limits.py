"""What the figures of an audit do not prove, said for this audit."""

from collections.abc import Mapping, Sequence

from gyges.records import UNKNOWN_GENRE
from gyges.reports._plain import number, percent
from gyges.reports._views import AuditView, Results

__all__ = [
    "is_rules_only",
    "limits",
    "own_prompts_sentence",
    "spec",
    "strange_texts",
    "truth_sentence",
    "unread_texts",
]

_NAMES = ("name", "spec", "model", "id", "kind", "method")

_RULES = (
    "The reader was made of rules and tables. A language model, or a patient human, infers more: read what leaks as a "
    "lower bound. This audit can show that a text is unsafe; it cannot show that one is safe."
)
_MODEL = (
    "What leaks is what this reader got. Another model, a better prompt or a human with time may get more: read it as "
    "a lower bound, not as the most that can be got."
)
_STRANGE = (
    "{strange} of {all} texts are of no genre that the rules were written for, where they overlook more than "
    "elsewhere. The reader 'rules+tiny' finds more in such texts."
)
_SELF_LABELLED = (
    "Nobody annotated these texts. What counts as true is what a reader took out of the original text: facts it "
    "overlooked or got wrong there are not in these figures."
)
_MIXED = (
    "Only some of these texts were annotated. For the others, what counts as true is what a reader took out of the "
    "original text: facts it overlooked or got wrong there are not in these figures."
)
_ANNOTATED = (
    "Only facts that annotators wrote down are counted. What nobody wrote down, the style of writing among it, may "
    "identify people too."
)
_TRUTH = {"annotated": _ANNOTATED, "mixed": _MIXED}
_ALONE = (
    "The reader had the released text alone, one document at a time: no register, no search engine, no other release, "
    "no acquaintance with the person. Who has such knowledge gets further."
)
_BESIDE = (
    "The reader had the released text alone, one document at a time. What was named as known already was laid beside "
    "its findings afterwards; another register, a search engine or an acquaintance with the person gets further."
)
_CONTROL = (
    "The guess without the text names for each fact the most frequent value of the other documents. It is a yardstick "
    "for this corpus, not for the population."
)
_INTERVALS = (
    "The intervals say how much the figures would vary with other documents of the same kind. They do not cover errors "
    "of the reader, of the judge or of the annotators."
)
_STRONG = (
    "What a strong reader would get is an estimate, fitted on {trained_on}. Its interval holds the error it had on "
    "documents and methods it had not seen; famous cases leak more."
)
_NOT_ESTIMATED = "{left} of {documents} documents have no estimate of what a strong reader would get: {why}."
_CONFIRMED = (
    "{by} was asked to read {drawn} of {documents} documents, drawn at random; what it gets from all of them is put "
    "together from these and from what was predicted for every document (prediction-powered inference). The interval "
    "says how far reading all of them may be from that, not what another reader would get. Reading {more} documents "
    "more would halve it."
)
_PAPER = (
    "The profile 'paper' repeats the published scoring rules with their quirks, to compare with published figures. Use "
    "'strict' to decide about a release."
)
_COVERAGE = (
    "{documents} of {all_documents} documents failed and {facts} of {all_facts} facts could not be scored. They count "
    "as leaked. CPR is {low} if all of them leaked and {high} if none did."
)
_UNREAD = (
    "{unread} of {all_documents} texts were not read, because this reader does not know their language or there is no "
    "running text in them: {languages}. Nothing is known of what they give away; a model reads them."
)
_OWN_PROMPTS = (
    "Prompts of your own were used in the place of ours: {names}. Figures with other prompts are another measure."
)
_UTILITY = "Utility says how close the release stays to the original. Whether it serves your purpose is for you to try."
_LAW = (
    "A figure is not a legal finding. Whether a release is anonymous in the sense of the law depends on who may read "
    "it and what else they have."
)


def limits(audits: Sequence[AuditView]) -> tuple[str, ...]:
    """Return what a reader of the report must not conclude; sentences that hold for one audit only name it."""
    said: dict[tuple[int, str], list[str]] = {}
    for audit in audits:
        for place, sentence in enumerate(_of(audit)):
            if sentence:
                said.setdefault((place, sentence), []).append(audit.name)
    return tuple(
        sentence if len(names) == len(audits) else f"{sentence} (Holds for: {', '.join(names)}.)"
        for (_, sentence), names in sorted(said.items(), key=lambda item: item[0][0])
    )


def spec(settings: Mapping[str, object] | None) -> str:
    """Return what an attacker, judge or anonymizer is called, by its settings."""
    named = [settings[name] for name in _NAMES if name in settings] if settings else []
    words = [str(value) for value in named or (settings or {}).values() if isinstance(value, str) and value.strip()]
    return words[0] if words else "not named"


def is_rules_only(settings: Mapping[str, object]) -> bool:
    """Whether an attacker is the embedded one, rules and tables without any learned part."""
    return spec(settings).strip().lower() == "rules"


def strange_texts(results: Results) -> str:
    """Return how many texts are of a genre that the rules do not know, if rules alone read them; else nothing."""
    strange = results.genres.get(UNKNOWN_GENRE, 0)
    if not strange or not is_rules_only(results.attacker):
        return ""
    return _STRANGE.format(strange=number(strange), all=number(sum(results.genres.values())))


def own_prompts_sentence(prompts: Mapping[str, str]) -> str:
    """Return which prompts were the user's own, with their digests; nothing where all were ours.

    Example:
        >>> own_prompts_sentence({"attacks/people": "55e14b0ab81b3ff0"})[:70]
        'Prompts of your own were used in the place of ours: attacks/people (55'
    """
    if not prompts:
        return ""
    return _OWN_PROMPTS.format(names=", ".join(f"{name} ({digest})" for name, digest in sorted(prompts.items())))


def truth_sentence(results: Results) -> str:
    """Return what follows from where the truth of an audit comes from."""
    return _TRUTH.get(results.truth, _SELF_LABELLED)


def estimate_sentence(results: Results) -> str:
    """Return what the estimate of a strong reader rests on; nothing where there is none."""
    rate = results.metrics.get("strong_cpr")
    if results.strong is None or rate is None or rate.value is None:
        return ""
    return _STRONG.format(trained_on=results.strong.by.get("trained_on", "readings"))


def not_estimated(results: Results) -> str:
    """Return how many documents have no estimate of a strong reader, and why; nothing where all have one."""
    left = results.strong.left_out if results.strong is not None else {}
    if not left:
        return ""
    why = "; ".join(sorted(set(left.values())))
    return _NOT_ESTIMATED.format(left=number(len(left)), documents=number(results.coverage.documents), why=why)


def unread_texts(results: Results) -> str:
    """Return how many texts the reader could not read and in which languages they are; nothing if it read all."""
    unread = results.coverage.unread
    if not unread:
        return ""
    return _UNREAD.format(
        unread=number(sum(unread.values())),
        all_documents=number(results.coverage.documents),
        languages=", ".join(f"{language} {number(count)}" for language, count in unread.items()),
    )


def _confirmed(results: Results) -> str:
    row = results.confirmed
    if row is None or row.drawn == row.documents:
        return ""
    return _CONFIRMED.format(
        by=row.by, drawn=number(row.drawn), documents=number(row.documents), more=number(row.more_to_halve)
    )


def _of(audit: AuditView) -> tuple[str, ...]:
    """Return the sentences for one audit, always in the same places; empty where one does not apply."""
    results, coverage = audit.results, audit.results.coverage
    cpr = results.metrics.get("cpr")
    lost = _COVERAGE.format(
        documents=number(len(coverage.failed)),
        all_documents=number(coverage.documents),
        facts=number(coverage.unknown),
        all_facts=number(coverage.facts),
        low=percent(cpr.all_leaked if cpr else None),
        high=percent(cpr.none_leaked if cpr else None),
    )
    return (
        _RULES if is_rules_only(results.attacker) else _MODEL,
        strange_texts(results),
        truth_sentence(results),
        _ALONE if results.known is None else _BESIDE,
        _CONTROL if "prior_cpr" in results.metrics else "",
        _INTERVALS,
        estimate_sentence(results),
        not_estimated(results),
        _confirmed(results),
        own_prompts_sentence(results.prompts),
        _PAPER if results.profile == "paper" else "",
        lost if coverage.failed or coverage.unknown else "",
        unread_texts(results),
        _UTILITY if results.utility else "",
        _LAW,
    )
