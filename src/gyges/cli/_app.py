"""The application: every verb is registered here, and nowhere else."""

from typing import Annotated

import typer

from gyges._version import __version__
from gyges.cli import (
    agree,
    anonymize,
    attack,
    audit,
    benchmark,
    compare,
    datasets,
    demo,
    distill,
    doctor,
    link,
    models,
    report,
    runs,
    studio,
    synth_corpus,
    synthesize,
    train,
    tune,
    validate,
)
from gyges.cli._at_rest import with_at_rest
from gyges.cli._local_paths import with_local_paths
from gyges.cli._volume import Quiet, Verbose, Volume, set_volume, with_volume

app = typer.Typer(
    name="gyges",
    help="Tells what a text still says about each person in it, and rewrites texts so that they say less.",
    epilog="Exit status: 0 done; 1 a gate failed or a document could not be done; 2 input, settings or output cannot "
    "be used; 3 the budget is used up, and the same command goes on; 130 stopped by Ctrl-C.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help starts twice as fast
)
for verb in (
    demo.demo,
    audit.audit,
    attack.attack,
    validate.validate,
    anonymize.anonymize,
    benchmark.benchmark,
    link.link,
    distill.distill,
    synthesize.synthesize,
    compare.compare,
    agree.agree,
    report.report,
    studio.studio,
    doctor.doctor,
):
    app.command()(verb)
app.command("synth-corpus")(synth_corpus.synth_corpus)
app.add_typer(datasets.app, name="datasets")
app.add_typer(models.app, name="models")
app.add_typer(runs.app, name="runs")
app.add_typer(train.app, name="train")
app.add_typer(tune.app, name="tune")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gyges {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Tells what a text still says about each person in it, and rewrites texts so that they say less."""
    set_volume(quiet, verbose, Volume.normal)


_SEALED = (
    anonymize.anonymize,
    attack.attack,
    audit.audit,
    benchmark.benchmark,
    compare.compare,
    link.link,
    report.report,
    runs.list_runs,
    runs.open_sealed,
    runs.show,
    validate.validate,
)
"""The verbs that keep, or read, what may be sealed. The others would write it in the open, so they take no key."""

for _commands in (app, *(group.typer_instance for group in app.registered_groups)):
    for _command in _commands.registered_commands if _commands is not None else ():
        if _command.callback is not None:
            _sealing = with_at_rest(_command.callback) if _command.callback in _SEALED else _command.callback
            _command.callback = with_local_paths(with_volume(_sealing))
