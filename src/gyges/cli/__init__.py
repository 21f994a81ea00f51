"""The command line: one file a verb, each a thin layer over the Python packages."""

import sys

__all__ = ["main"]

EXIT_GATE = 1
EXIT_BAD_INPUT = 2
EXIT_BUDGET = 3
EXIT_INTERRUPTED = 130


def main() -> None:
    """Run the command line; an error made on purpose becomes one line on standard error and exit 2."""
    from gyges.cli._app import app
    from gyges.cli._printable import printable
    from gyges.errors import GygesError

    try:
        app()
    except GygesError as error:
        sys.stderr.write(f"gyges: {printable(str(error))}\n")
        sys.exit(EXIT_BAD_INPUT)
