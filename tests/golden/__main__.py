"""``python -m tests.golden``: see README.md beside this file."""

import sys
from pathlib import Path

_TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(_TESTS), str(_TESTS.parent)]

from golden.command import main  # noqa: E402  # found only from here on, as in a test run

if __name__ == "__main__":
    sys.exit(main())
