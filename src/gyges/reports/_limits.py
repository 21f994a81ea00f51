"""What the figures of an audit do not prove, said for this audit; the sentences stand in a template."""

from collections.abc import Mapping, Sequence

from gyges.records import UNKNOWN_GENRE
from gyges.reports._figures import AuditView
from gyges.reports._page import sentences
from gyges.scoring import Results

_NAMES = ("name", "spec", "model", "id", "kind", "method")
_TEMPLATE = "limits.txt.jinja"


def limits(audits: Sequence[AuditView]) -> tuple[str, ...]:
    """Return what a reader of the report must not conclude; sentences that hold for one audit only name it."""
    said: dict[str, list[str]] = {}
    order: list[str] = []
    for audit in audits:
        place = 0
        strange = audit.results.genres.get(UNKNOWN_GENRE, 0)
        rules_only = spec(audit.results.attacker).strip().lower() == "rules"
        for sentence in sentences(_TEMPLATE, "limits", audit.results, rules_only, strange):
            if sentence not in said:
                order.insert(place, sentence)  # after what it comes after in this audit
            place = order.index(sentence) + 1
            said.setdefault(sentence, []).append(audit.name)
    return tuple(
        sentence if len(said[sentence]) == len(audits) else f"{sentence} (Holds for: {', '.join(said[sentence])}.)"
        for sentence in order
    )


def other_limits(report: str, *about: object) -> tuple[str, ...]:
    """Return the same of another report: ``seeds``, ``tasks``, ``tuning``, ``linkage`` or ``of_linkage`` anywhere."""
    return tuple(dict.fromkeys(sentences(_TEMPLATE, report, *about)))


def spec(settings: Mapping[str, object] | None) -> str:
    """Return what an attacker, judge or anonymizer is called, by its settings."""
    named = [settings[name] for name in _NAMES if name in settings] if settings else []
    words = [str(value) for value in named or (settings or {}).values() if isinstance(value, str) and value.strip()]
    return words[0] if words else "not named"


def own_prompts_sentence(prompts: Mapping[str, str]) -> str:
    """Return which prompts were the user's own, with their digests; nothing where all were ours."""
    return " ".join(sentences(_TEMPLATE, "own_prompts", prompts))


def truth_sentence(results: Results) -> str:
    """Return what follows from where the truth of an audit comes from."""
    return " ".join(sentences(_TEMPLATE, "truth", results))


def unread_texts(results: Results) -> str:
    """Return how many texts the reader could not read and in which languages they are; nothing if it read all."""
    return " ".join(sentences(_TEMPLATE, "unread", results))
