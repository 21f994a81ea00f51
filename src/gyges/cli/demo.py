"""``gyges demo``: the bundled corpus through two anonymizers and the embedded attacker."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gyges.cli._options import Force, JsonOutput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gyges.records import Document, Release

_NOTE = """\
'names masked' replaces every direct identifier that annotators marked by its type, which is what most tools promise;
'all masked' every quasi-identifier too, 'generalised' the same spans by broader words. No masker finds more than an
annotator does; what the reader still gets it takes from the words around: roles, kin, pronouns, places, dates."""


def demo(
    out: Annotated[Path, typer.Option("--out", help="Run folder; used again, the run goes on where it was.")] = Path(
        "runs/demo"
    ),
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Audit the bundled corpus: as written, perfectly masked in two ways, and generalised. No model, no network.

    Example: gyges demo
    """
    from gyges.cli._auditing import print_audit, run_audit, write_audit
    from gyges.cli._output import say, write_json
    from gyges.corpus import bundled_corpus
    from gyges.models import ModelSettings
    from gyges.runs import AuditOptions

    documents = bundled_corpus()
    audits = run_audit(documents, _releases(documents), out, AuditOptions(), ModelSettings())
    report = write_audit(audits, out, show_text=True, show_original=True)
    if json is not None:
        write_json({audit.name: audit.results.model_dump(mode="json") for audit in audits}, json, force=force)
        return
    people = sum(len(document.subjects or ()) for document in documents)
    say(f"{len(documents)} invented documents about {people} people: court papers, posts and chats, notes and letters.")
    print_audit(audits)
    say(f"{_NOTE}\nReport: {report}")


def _releases(documents: "Sequence[Document]") -> "dict[str, dict[str, Release]]":
    from gyges.anonymizers import GeneraliseAnnotated, MaskAnnotated
    from gyges.records import IdentifierType, Release

    direct = MaskAnnotated([IdentifierType.DIRECT])
    return {
        "original": {document.id: Release(document.id, document.text, "none") for document in documents},
        "names masked": {document.id: direct.anonymize(document) for document in documents},
        "all masked": {document.id: MaskAnnotated().anonymize(document) for document in documents},
        "generalised": {document.id: GeneraliseAnnotated().anonymize(document) for document in documents},
    }
