"""Find what Presidio finds, in the Python where it is installed; asked by benchmarks/presidio.py.

Reads ``{"model": ..., "texts": [...], "repeats": n}`` as JSON, writes ``{"spans": [[[start, end], ...], ...],
"seconds": ..., "versions": {...}}``. Nothing of Gyges is imported: another Python may have no Gyges.
"""

import json
import logging
import sys
import time
import warnings
from importlib import import_module
from pathlib import Path

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)


def model_folder(name: str) -> str:
    """Return the folder of data of an installed spaCy model: packages under another name are found only so."""
    try:
        package = Path(str(import_module(name).__file__)).parent
    except ImportError:
        return name
    return str(next(package.glob(f"{name}-*"), name))


def main() -> None:
    """Answer one question."""
    asked = json.load(sys.stdin)
    spacy = import_module("spacy")
    analyzer = import_module("presidio_analyzer")
    providers = import_module("presidio_analyzer.nlp_engine")
    settings = {
        "nlp_engine_name": "spacy",
        "models": [{"lang_code": "en", "model_name": model_folder(asked["model"])}],
    }
    engine = providers.NlpEngineProvider(nlp_configuration=settings).create_engine()
    presidio = analyzer.AnalyzerEngine(nlp_engine=engine, supported_languages=["en"])
    presidio.analyze("Ana Lopez, a nurse, lives in Porto.", language="en")
    best, found = float("inf"), []
    for _ in range(asked["repeats"]):
        started = time.process_time()
        found = [presidio.analyze(text, language="en") for text in asked["texts"]]
        best = min(best, time.process_time() - started)
    pipeline = engine.nlp["en"]
    versions = {
        "spacy": spacy.__version__,
        "model": f"{pipeline.meta['lang']}_{pipeline.meta['name']} {pipeline.meta['version']}",
        "pipes": ", ".join(pipeline.pipe_names),
    }
    spans = [[[result.start, result.end] for result in results] for results in found]
    json.dump({"spans": spans, "seconds": best, "versions": versions}, sys.stdout)


if __name__ == "__main__":
    main()
