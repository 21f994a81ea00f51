"""The application: every verb is named here, and loaded when it is asked for."""

from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from gyges._version import __version__
from gyges.cli._options import SETTINGS, as_command, verb_group
from gyges.cli._saying import Quiet, Verbose, Volume, set_volume

VERBS = {
    "demo": "Run a small benchmark on bundled documents: four methods and the two ends of the scale.",
    "audit": "Attack texts blind, person by person, and report what leaks.",
    "attack": "Say what an attacker infers about each person in texts; no truth is needed.",
    "validate": "Measure an attacker: people found, facts right.",
    "anonymize": "Make a release of every text.",
    "benchmark": "Compare methods: anonymize, attack and score data sets by a plan.",
    "link": "Link released records to people by a few known facts, and tell what the records then give away.",
    "distill": "Teach a small local model what a strong one did.",
    "synthesize": "Fine-tune a language model on texts and sample a new dataset from it.",
    "compare": "Compare two audits: what the second protects better or worse.",
    "dossier": "Join audits, linkage and decisions of one release into one file that can be printed and signed.",
    "agree": "Tell how far two annotators agree on people, facts and mentions.",
    "report": "Render results again, as HTML, Markdown or CSV.",
    "studio": "Annotate people and mentions, review releases, rate them: a web app on this machine.",
    "doctor": "Look over this installation: Python, libraries, extras, weights.",
    "synth-corpus": "Write annotated documents without real people.",
    "datasets": "List, describe, fetch and convert data sets.",
    "models": "Name, check and account for language models.",
    "runs": "List, show and delete run folders.",
    "train": "Train what the methods of Gyges use.",
    "tune": "Learn instructions, or measure one that is fixed.",
}
"""Every verb, and what it does in one line. Each is a function in the module of its name or of the one it goes with."""

_GROUPS = frozenset({"datasets", "models", "runs", "train", "tune"})
"""Those that hold several verbs: the application of their module."""

_WITH = {
    "demo": "benchmark",
    "agree": "compare",
    "report": "compare",
    "distill": "train",
    "synth-corpus": "datasets",
}


class Verbs(TyperGroup):
    """The group of all verbs: their lines are here, and whoever asks for one of them gets the whole command."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {name: TyperCommand(name, help=words) for name, words in VERBS.items()}

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the words begin with."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command if command is None else load_verb(str(command.name)), rest


@cache
def load_verb(name: str) -> Any:
    """Return one verb, or a group of them, as a command; only this loads what it needs."""
    module = import_module(f"gyges.cli.{_WITH.get(name, name)}")
    if name in _GROUPS:
        verbs: typer.Typer = module.app
    else:
        verbs = verb_group()
        verbs.command(name)(getattr(module, name.replace("-", "_")))
    for command in verbs.registered_commands:
        verb: Any = command.callback
        command.callback = as_command(verb)
    return typer.main.get_command(verbs)


app = typer.Typer(
    name="gyges",
    cls=Verbs,
    help="Tells what a text still says about each person in it, and rewrites texts so that they say less.",
    epilog="Exit status: 0 done; 1 a gate failed or a document could not be done; 2 input, settings or output cannot "
    "be used; 3 the budget is used up, and the same command goes on; 130 stopped by Ctrl-C.",
    no_args_is_help=True,
    context_settings=SETTINGS,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help starts twice as fast
)


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
