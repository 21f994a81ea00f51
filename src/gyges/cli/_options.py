"""Options of verbs, declared once, so that one flag means one thing everywhere, and how a verb becomes a command."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import MISSING, dataclass, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import typer
from typer.models import OptionInfo

from gyges.cli import EXIT_INTERRUPTED
from gyges.cli._saying import Quiet, Verbose, notice, one_line, set_volume

if TYPE_CHECKING:
    from gyges.corpus import Place

    PlaceName: TypeAlias = Place
else:
    PlaceName = Path  # typer knows no union; whoever takes one names `as_place` as its parser


def as_place(name: str) -> "Place":
    """Return a file of this machine or behind a URL, by what was typed."""
    if "://" not in name:  # then nothing of the core is needed, as for 'doctor' where it is broken
        return Path(name)
    from gyges.corpus import place_of

    return place_of(name)


def as_folder(name: str) -> Path:
    """Return a folder of this machine, by what was typed."""
    if "://" not in name:
        return Path(name)
    from gyges.corpus import local_folder

    return local_folder(name)


def as_local(name: str | Path) -> Path:
    """Return a file or a folder of this machine, by what was typed; a URL may hold a password, and is refused."""
    if "://" not in str(name):
        return Path(name)
    from gyges.corpus import StoreUrl, place_of
    from gyges.errors import ConfigError

    place = place_of(name)
    if isinstance(place, StoreUrl):
        raise ConfigError(f"{place} is a URL, and none is taken here", "name a file or a folder of this machine")
    return place


def as_local_name(name: str) -> str:
    """Return a name that may be one of ours or a path of this machine, by what was typed; errors as of `as_local`."""
    return str(as_local(name)) if "://" in name else name


FormatName: TypeAlias = Literal[
    "jsonl", "json", "csv", "tsv", "parquet", "text", "docx", "html", "eml", "pdf", "folder"
]
DeviceName: TypeAlias = Literal["auto", "cpu", "cuda"]
ProfileName: TypeAlias = Literal["strict", "paper"]

SETTINGS = {"help_option_names": ["-h", "--help"]}


def verb_group(**settings: Any) -> typer.Typer:
    """Return an application that holds several verbs."""
    return typer.Typer(rich_markup_mode=None, add_completion=False, context_settings=SETTINGS, **settings)


TextsArgument = Annotated[str | None, typer.Argument(help="Texts: file, folder, -, 'bundled' or a dataset.")]
Device = Annotated[DeviceName, typer.Option("--device", help="Where to train.")]
LearningRate = Annotated[float, typer.Option("--learning-rate", "--lr", help="Step of AdamW.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of everything random.")]
DataPath = Annotated[Path | None, typer.Option("--path", help="File or folder that holds the named dataset.")]
Split = Annotated[str | None, typer.Option("--split", help="Only documents whose meta.split is this.")]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host", metavar="HOST", help="Let texts go to this host; only this machine is allowed without."
    ),
]
ConfigFile = Annotated[Path | None, typer.Option("--config", help="Settings file; gyges.yaml here if not given.")]
Matcher = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL",
        help="Who says who is who: a model, or 'rules'. If a model attacks: the judge, else that one.",
    ),
]
Seeds = Annotated[
    str | None,
    typer.Option(
        "--seeds", metavar="1,2,3", help="Run once for each seed, and tell mean, spread and which differences hold."
    ),
]
Attackers = Annotated[
    list[str] | None,
    typer.Option(
        "--attacker", metavar="NAME", help="Who attacks: rules (default), local, a model, or several times this option."
    ),
]
JudgeModel = Annotated[
    str | None, typer.Option("--judge", metavar="MODEL", help="Model asked about values that rules do not settle.")
]
ProfileOption = Annotated[ProfileName, typer.Option("--profile", help="Scoring rules; paper is as published.")]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        min=1,
        metavar="N",
        help="Processes that compute; one a core if not given, one alone for few texts.",
    ),
]
Force = Annotated[bool, typer.Option("--force", is_eager=True, help="Replace the output if it is there.")]


def named_values(pairs: Iterable[str], form: str) -> Iterator[tuple[str, str]]:
    """Yield names and values of ``NAME=VALUE``, however often a flag was given."""
    from gyges.errors import ConfigError

    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise ConfigError(f"'{one_line(pair)}' sets nothing", f"write {form}")
        yield name.strip().replace("-", "_"), value


def base_option(help_: str) -> Any:
    """Return the option that names the weights a model is trained from."""
    return typer.Option("--base", metavar="FOLDER|NAME", parser=as_local_name, help=help_)


def _check_json(context: typer.Context, path: "PlaceName | None") -> "PlaceName | None":
    """Refuse before the work what could not be written after it; ``--force`` is known by then, as it is eager."""
    if path is not None and str(path) != "-" and not context.resilient_parsing:
        from gyges.cli._output import say_if_stored
        from gyges.corpus import require_free

        require_free(path, force=bool(context.params.get("force")))
        say_if_stored(path, "the result goes")
    return path


JsonOutput = Annotated[
    PlaceName | None,
    typer.Option(
        "--json",
        metavar="PATH|-",
        parser=as_place,
        callback=_check_json,
        help="Write the result as JSON, for you alone.",
    ),
]
RunFolder = Annotated[
    Path | None,
    typer.Option(
        "--out",
        parser=as_folder,
        metavar="<path>",
        help="Run folder; if not given, the first free one of runs/VERB, runs/VERB-2 and so on.",
    ),
]


@dataclass(frozen=True, slots=True)
class ToJson:
    """Where the result goes for machines."""

    json: JsonOutput = None
    force: Force = False

    def write(self, result: object) -> bool:
        """Write the result if that was asked for, and tell whether it was."""
        if self.json is not None:
            from gyges.cli._output import write_json

            write_json(result, self.json, force=self.force)
        return self.json is not None


@dataclass(frozen=True, slots=True)
class ToRun(ToJson):
    """The same of a verb that works in a run folder."""

    out: RunFolder = None


_TAKEN: list[Path] = []
"""The run folders that were taken, for what is said when somebody stops the command."""


def keep_in(folder: Path) -> Path:
    """Note the folder that keeps what is done, to be named where the command is stopped."""
    _TAKEN.append(folder)
    return folder


def as_command(verb: Callable[..., int | None]) -> Callable[..., None]:
    """Return a verb as typer takes it.

    Each parameter that is a dataclass is laid out as its fields. Paths are those of this machine unless they name a
    parser of their own. Every verb takes ``-q`` and ``-v``, and returns its exit status, None for all is well.
    """
    own = inspect.signature(verb, eval_str=True).parameters
    groups: dict[str, Any] = {name: one.annotation for name, one in own.items() if is_dataclass(one.annotation)}

    def command(*, quiet: bool, verbose: bool, **given: Any) -> None:
        set_volume(quiet, verbose)
        laid_out = {name: {one.name: given.pop(one.name) for one in fields(kind)} for name, kind in groups.items()}
        _TAKEN.clear()
        try:
            status = verb(**given, **{name: groups[name](**values) for name, values in laid_out.items()})
        except KeyboardInterrupt:
            if not _TAKEN:
                raise
            notice(f"stopped; what is done is kept in {_TAKEN[-1]}. Run the same command again to go on.")
            status = EXIT_INTERRUPTED
        if status:
            raise typer.Exit(status)

    last = sorted(own.values(), key=lambda one: one.name in groups)  # a verb's own options are listed first
    parameters = [one for each in last for one in _laid_out(each)]
    parameters += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=kind)
        for name, kind in (("quiet", Quiet), ("verbose", Verbose))
    ]
    command.__name__, command.__doc__ = verb.__name__, verb.__doc__
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    return command


def _laid_out(parameter: inspect.Parameter) -> Iterator[inspect.Parameter]:
    kind = parameter.annotation
    named = [(parameter.name, parameter.default, kind)]
    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        named = [(one.name, one.default, hints[one.name]) for one in fields(kind)]
    for name, default, annotation in named:
        given = inspect.Parameter.empty if default is MISSING else default
        yield inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=given, annotation=_read_as_local(annotation)
        )


def _read_as_local(annotation: Any) -> Any:
    """Return how typer is to read a value, with our parser if it is a path and has none."""
    if get_origin(annotation) is not Annotated:
        return annotation
    kind, option = get_args(annotation)
    if option.parser is not None or not _holds_path(kind):
        return annotation
    local = copy(option)  # verbs share options
    local.parser = as_local
    if isinstance(option, OptionInfo):  # or the parser would be named in the help
        local.metavar = option.metavar or "<path>"
    return Annotated[kind, local]


def _holds_path(kind: Any) -> bool:
    return kind is Path or any(_holds_path(part) for part in get_args(kind))
