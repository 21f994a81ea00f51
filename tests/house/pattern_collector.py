"""Every regular expression that the package compiles, as JSON lines on standard output.

Each line has the pattern, its flags, its module, and the ways in which modules use it, where none looks for it through
texts of any length: "match" and "fullmatch" ask whether it stands at one place, "window" looks at so many characters.

A process of its own: it has to listen before the first module is imported. Patterns that are made of tables when they
are first needed are made by calling what makes them, and by letting the embedded methods work.
"""

import functools
import importlib
import inspect
import json
import pkgutil
import re
import sys

import anyio

_compile = re._compile  # type: ignore[attr-defined]
found: dict[tuple[str, int], str] = {}
inline: dict[tuple[str, int], set[str]] = {}
"""The functions of ``re`` that got a pattern as it is written."""


def listening(pattern: object, flags: int) -> "re.Pattern[str]":
    """Compile, and note the pattern if it is the package that asks."""
    compiled: re.Pattern[str] = _compile(pattern, flags)
    caller, way = sys._getframe(1), ""
    if caller.f_globals.get("__name__") == "re" and caller.f_back is not None:
        caller, way = caller.f_back, caller.f_code.co_name
    module = str(caller.f_globals.get("__name__", ""))
    if module.startswith("gyges") and isinstance(compiled.pattern, str):
        found.setdefault((compiled.pattern, compiled.flags), module)
        if way != "compile":
            inline.setdefault((compiled.pattern, compiled.flags), set()).add(way)
    return compiled


def import_everything() -> None:
    """Import all modules of the package, and call what makes patterns on demand."""
    import gyges

    for module in pkgutil.walk_packages(gyges.__path__, "gyges."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for name, loaded in list(sys.modules.items()):
        for maker in list(vars(loaded).values()) if name.startswith("gyges") else ():
            if isinstance(maker, functools._lru_cache_wrapper) and maker.__module__ == name:
                signature = inspect.signature(maker)
                if "re.Pattern" in str(signature.return_annotation) and not signature.parameters:
                    maker()


def bounded() -> dict[tuple[str, int], str]:
    """Return in what ways patterns are used that have names in modules, where none of them looks through any text."""
    uses = {key: ways if ways <= {"match", "fullmatch"} else {"searched"} for key, ways in inline.items()}
    for module in [loaded for name, loaded in sys.modules.items() if name.startswith("gyges")]:
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                uses.setdefault((value.pattern, value.flags), set()).update(_uses(inspect.getsource(module), name))
    return {key: " ".join(sorted(each)) for key, each in uses.items() if each and "searched" not in each}


def _uses(source: str, name: str) -> set[str]:
    """Return in what ways a module uses a pattern by its name."""
    lines = [line for line in source.splitlines() if re.search(rf"(?<![\w.]){name}\b", line)]
    assigned = re.compile(rf"(?:\w+, )*{name}(?:, \w+)*(?:: [^=]+)? = |from |import |\s*\"|__all__")
    ways = [_ways(source, line, name) for line in lines if not assigned.match(line)]
    return set().union(*ways)


def _ways(source: str, line: str, name: str) -> set[str]:
    each = set(re.findall(rf"(?<![\w.]){name}\b(?:\.(\w+))?", line))
    if each <= {"match", "fullmatch"}:
        return each
    cut = re.search(rf"{name}\.\w+\(.*max\(\w+, .* - \w+\)", line)
    given = re.search(rf"{name}\.(?:search|sub)\((?:\"\", )?(\w+)(?:\[-\d+:\])?\)", line)
    return {"window"} if cut or (given and _is_cut(source, given[1])) else {"searched"}


def _is_cut(source: str, variable: str) -> bool:
    """Tell whether all that a module calls so is a part of a text with so many characters at most."""
    assigned = re.findall(rf"^ +(?:\w+, )*{variable}(?:, \w+)* :?= (.*)", source, re.MULTILINE)
    given = re.search(rf"def \w+\([^)]*\b{variable}\b", source)
    return bool(assigned) and not given and all(re.search(r"\[max\(\w+, .* - \w+\) :", value) for value in assigned)


async def work() -> None:
    """Let the embedded methods work on a few documents."""
    from gyges.anonymizers import Tools, open_anonymizer
    from gyges.corpus import bundled_corpus
    from gyges.models import ModelPool
    from gyges.records import Document

    async with ModelPool() as pool:
        for method in ("subjectwise", "mask"):
            anonymizer = open_anonymizer(method, Tools(pool), {})
            for document in list(bundled_corpus())[::8]:
                await anonymizer.anonymize(Document(document.id, document.text))


if __name__ == "__main__":
    re._compile = listening  # type: ignore[attr-defined]
    import_everything()
    anyio.run(work)
    ways = bounded()
    for (pattern, flags), module in found.items():
        sys.stdout.write(json.dumps([pattern, flags, module, ways.get((pattern, flags), "")]) + "\n")
