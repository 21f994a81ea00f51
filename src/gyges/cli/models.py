"""``gyges models``: which models can be named, whether one works, and what was paid for already."""

from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import anyio
import typer

from gyges.cli import EXIT_FAILED
from gyges.cli._options import AllowHost, ConfigFile, ToJson, verb_group
from gyges.cli._output import print_table, say, say_lines
from gyges.cli._saying import notice, tell
from gyges.errors import ConfigError
from gyges.models import (
    CheckResult,
    ModelPool,
    ModelSettings,
    ReplyCache,
    ShippedPrompt,
    check_one,
    default_cache_path,
    export_prompts,
    fetch_weights,
    find_prompt,
    load_settings,
    read_prompts,
    shipped_prompts,
    trust_settings,
    ways_to_name_a_model,
    weights_named,
)
from gyges.runs.injection import (
    READINGS,
    ChangedVerdicts,
    InjectionResult,
    injection_result,
    injection_suite,
    read_suite,
    sampled,
    steerable_roles,
)

_QUESTIONS = 6  # about one reading of a document in all roles: attacker 2, judge 2, matcher and anonymizer 1
_LINES = 10  # of progress
_HEAD = ("", "changed", "harmless", "verdicts")
_MEANING = (
    "Changed: verdicts that are others, or none, once the document tells its reader what to answer; out of the "
    "measured ones, which the model gets right without. Harmless: the same with harmless words in the same places.",
    "A model that held may fall for other words. The fence of Gyges keeps documents from giving orders; whether a "
    "model believes what it reads inside the fence is up to the model.",
)
_SCHEMA_USES = {
    "enforced": "enforced by the endpoint",
    "ignored": "taken and ignored; the shape of answers goes into the prompt",
    "refused": "not supported; the shape of answers goes into the prompt",
}

app = verb_group(help="Name, check and account for language models.", no_args_is_help=True)


@app.command("list")
def list_models(to: ToJson, config: ConfigFile = None) -> None:
    """Show how models are named, what each way needs, and the roles set in gyges.yaml.

    Example: gyges models list
    """
    roles = load_settings(config).roles
    ways = ways_to_name_a_model()
    if to.write({"ways": [asdict(way) for way in ways], "roles": dict(roles)}):
        return
    rows = [(way.form, way.what, way.needs, "yes" if way.ready else "no") for way in ways]
    print_table("Ways to name a model", ("name", "what", "needs", "ready"), rows)
    if roles:
        print_table("Roles set in gyges.yaml", ("role", "model"), sorted(roles.items()))


@app.command()
def check(
    to: ToJson,
    spec: Annotated[str, typer.Argument(help="The model, such as http://127.0.0.1:8000/v1#NAME or gguf:PATH.")],
    allow_host: AllowHost = None,
    timeout: Annotated[float, typer.Option(help="Seconds to wait for the answer.", min=0.1)] = 60.0,
    injection: Annotated[
        bool,
        typer.Option("--injection", help="Also read documents that tell the model what to answer, some 18 calls each."),
    ] = False,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample", metavar="N", min=1, help="Of these documents only N, of all kinds; 10 or more to pass."
        ),
    ] = None,
    config: ConfigFile = None,
) -> int:
    """Make two short calls and say what the endpoint supports. Exit 1 when the answer was not valid.

    With --injection, also exit 1 unless the model held in every role. Replies are cached; the same command goes on.

    Example: gyges models check http://127.0.0.1:11434/v1#llama3.2 --injection --sample 25
    """
    if sample is not None and not injection:
        raise ConfigError("--sample says how many documents of the injection suite are read", "add --injection")

    file = load_settings(config)
    settings = replace(file, allow_hosts=(*file.allow_hosts, *(allow_host or ())), timeout=timeout)
    result = anyio.run(check_one, spec, settings)
    if injection:
        return 0 if _check_injection(result, settings, sample, to) else EXIT_FAILED
    if not to.write(asdict(result)):
        _print_check(result)
    return 0 if result.valid else EXIT_FAILED


@app.command()
def get(
    name: Annotated[str, typer.Argument(help="What to bring: local, which is qwen2.5-coder-1.5b.")],
    source: Annotated[
        str | None, typer.Option("--from", help="A GGUF file or an address of one; its publisher's by default.")
    ] = None,
    config: ConfigFile = None,
    force: Annotated[bool, typer.Option("--force", help="Fetch again what is there.")] = False,
) -> None:
    """Bring weights to this machine, checked by their hash. This is the one command that downloads a model.

    Example: gyges models get local
    """
    weights = weights_named(name)
    path = fetch_weights(weights, source, force=force, proxy=load_settings(config).proxy)
    notice(f"{weights.file} ({path.stat().st_size / 1e6:.0f} MB, {weights.licence}) is in {path.parent}.")
    if find_spec("xllamacpp") is None:
        notice("What runs it is missing yet: pip install 'gyges[local]'")
    notice(f"Use it: --attacker {weights.attacker}, or bare: --attacker 'gguf:{path}'")


@app.command()
def prompts(
    to: ToJson,
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME...", help="Only these; all if not given.")] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--export", metavar="FOLDER", help="Write them here, to change them and use with --prompts."),
    ] = None,
    check: Annotated[
        Path | None, typer.Option("--check", metavar="FOLDER", help="Check prompts of your own and say which they are.")
    ] = None,
) -> None:
    """List the prompts that ship: name, what for, fields. Each may be replaced by one of your own with the same fields.

    Example: gyges models prompts attacks/people --export my-prompts
    """
    if check is not None:
        digests = read_prompts(check).digests()
        if not to.write(digests):
            print_table(f"Your prompts in {check}", ("in the place of", "digest"), list(digests.items()))
        return
    if folder is not None:
        written = export_prompts(folder, names or (), force=to.force)
        where = f"{len(written)} prompts are in {folder}"
        say(f"{where}. Change them and name the folder with --prompts; delete the others.")
        return
    chosen = [find_prompt(name) for name in names or ()] or list(shipped_prompts().values())
    if to.write([_prompt(one) for one in chosen]):
        return
    rows = [(one.name, one.what, _fields(one)) for one in chosen]
    print_table("Prompts (* holds a document and cannot be left out)", ("name", "what for", "fields"), rows)


@app.command()
def trust(
    path: Annotated[Path, typer.Argument(help="The settings file.")] = Path("gyges.yaml"),
) -> None:
    """Confirm a gyges.yaml, so that it counts when it is found in the working folder. A changed file needs it again.

    Example: gyges models trust gyges.yaml
    """
    prompts = load_settings(path).prompts.fingerprint  # raises if it is none
    notice(f"{trust_settings(path, prompts)} counts from now on, until it changes.")


@app.command()
def cache(
    to: ToJson,
    clear: Annotated[bool, typer.Option("--clear", help="Drop all replies.")] = False,
) -> None:
    """Show the replies that were paid for already, or clear them.

    Example: gyges models cache --clear
    """
    replies = ReplyCache(default_cache_path())
    if clear:
        notice(f"Dropped {replies.clear()} replies.")
    summary = replies.summary()
    replies.close()
    if not to.write(asdict(summary)) and not clear:
        rows = [(model, f"{count:,}") for model, count in summary.by_model.items()]
        rows.append(("all", f"{summary.replies:,}"))
        print_table(f"Replies in {summary.path} ({summary.bytes / 1e6:.1f} MB)", ("model", "replies"), rows)


def _print_check(result: CheckResult) -> None:
    rows = (
        ("answers", f"yes, in {result.seconds:g} s"),
        ("JSON schema", _SCHEMA_USES[result.json_schema]),
        ("valid answer", "yes" if result.valid else f"no: {result.problem}"),
        ("counts tokens", "yes" if result.usage else "no; token and cost figures will be 0"),
        ("said", result.answer),
    )
    print_table(result.model, ("what", "result"), rows)


def _check_injection(check: CheckResult, settings: ModelSettings, most: int | None, to: ToJson) -> bool:
    """Run the suite on a model that was checked, and tell what it showed."""
    result = anyio.run(_read, check.model, settings, most) if check.valid else None
    if not to.write({"check": asdict(check), "injection": None if result is None else result.to_json()}):
        _print_check(check)
        if result is None:
            say("The injection suite was not run: a model without a valid answer shows nothing.")
        else:
            _print(result)
    return result is not None and result.held


async def _read(spec: str, settings: ModelSettings, most: int | None) -> InjectionResult:
    documents = sampled(injection_suite(), most)
    tell(f"{len(documents)} documents, about {len(documents) * len(READINGS) * _QUESTIONS:,} questions")
    async with ModelPool(settings) as pool:
        return injection_result(spec, await read_suite(steerable_roles(pool, spec), documents, progress=_progress))


def _progress(done: int, total: int) -> None:
    if done * _LINES // total > (done - 1) * _LINES // total:
        tell(f"injection: {done} of {total} readings")


def _print(result: InjectionResult) -> None:
    title = f"Verdicts changed by injected text, {result.documents} documents"
    head = (*_HEAD, "measured", "failed", "standing")
    roles = [
        (*_row(role, one), f"{one.measured:,}", f"{one.failed:,}", one.standing) for role, one in result.roles.items()
    ]
    print_table(title, head, roles)
    groups = {**result.kinds, **{f"stories: {name}": one for name, one in result.languages.items()}}
    print_table("The same by kind of injection, all roles together", _HEAD, [_row(*item) for item in groups.items()])
    say_lines(_MEANING)
    say("Held in every role." if result.held else "Did not hold in every role.")


def _row(name: str, one: ChangedVerdicts) -> tuple[str, ...]:
    return (name, str(one.changed), str(one.harmless), f"{one.verdicts:,}")


def _prompt(one: ShippedPrompt) -> dict[str, object]:
    return {
        "name": one.name,
        "what": one.what,
        "fields": list(one.fields),
        "documents": list(one.documents),
        "part": one.is_part,
    }


def _fields(one: ShippedPrompt) -> str:
    return ", ".join(f"{name}*" if name in one.documents else name for name in one.fields)
