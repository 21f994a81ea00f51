"""The command line: one file a verb, each a thin layer over the Python packages."""

import sys

__all__ = ["main"]

EXIT_FAILED = 1
"""A gate did not hold, or a document could not be done; the rest is there."""
EXIT_BAD_INPUT = 2
"""Input, settings or output cannot be used."""
EXIT_BUDGET = 3
"""The budget is used up; what is done is kept, and the same command goes on."""
EXIT_INTERRUPTED = 130


def main() -> None:
    """Run the command line; an error made on purpose becomes one line on standard error and an exit status."""
    from gyges.cli._app import app
    from gyges.cli._printable import printable
    from gyges.errors import BudgetExhaustedError, GygesError

    try:
        app()
    except GygesError as error:
        sys.stderr.write(f"gyges: {printable(str(error))}\n")
        sys.exit(EXIT_BUDGET if isinstance(error, BudgetExhaustedError) else EXIT_BAD_INPUT)
