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

_STOPPED = "gyges: stopped by Ctrl-C; run the same command again\n"
"""Said where no verb says more: before its work began, and after it."""


def main() -> None:
    """Run the command line; an error made on purpose becomes one line on standard error and an exit status."""
    try:
        from gyges._collector import collect_seldom
        from gyges.cli._saying import mend_streams

        collect_seldom()
        mend_streams()
        status = _status()
    except KeyboardInterrupt:  # while something is loaded, before a verb could hear it
        sys.stderr.write(_STOPPED)
        status = EXIT_INTERRUPTED
    sys.exit(status)


def _status() -> int | str | None:
    from gyges.cli._app import app
    from gyges.cli._saying import complain, flush, lost_output
    from gyges.errors import BudgetExhaustedError, GygesError

    status: int | str | None = 0
    try:
        app()
    except SystemExit as end:
        # Libraries leave with 1 when nobody reads any more; here that would say that a gate failed.
        status, lost = end.code, end.__context__ if isinstance(end.__context__, BrokenPipeError) else flush()
        if end.__context__ is not None and isinstance(end.__context__.__cause__, KeyboardInterrupt):
            raise end.__context__.__cause__ from None
    except GygesError as error:
        lost = flush()
        complain(error)
        return EXIT_BUDGET if isinstance(error, BudgetExhaustedError) else EXIT_BAD_INPUT
    except OSError as error:
        lost = error
    if lost is None:
        return status
    complain(lost_output(lost))
    return EXIT_BAD_INPUT
