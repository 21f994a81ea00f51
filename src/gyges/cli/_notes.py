"""What readers of files had to guess or leave out, said once for all files it holds for."""

import sys

from gyges.cli._printable import one_line

__all__ = ["Notes"]


class Notes:
    """Gathers notes, so that 300 letters in one encoding are one line."""

    def __init__(self) -> None:
        self._places: dict[str, list[str]] = {}

    def add(self, place: str, sentence: str) -> None:
        """Take a note about a file."""
        self._places.setdefault(sentence, []).append(place)

    def say(self) -> None:
        """Say all on standard error; these are warnings, as a wrong guess is a text that was not read."""
        for sentence, places in self._places.items():
            more = f" and {len(places) - 1:,} more" if len(places) > 1 else ""
            sys.stderr.write(one_line(f"gyges: {places[0]}{more}: {sentence}") + "\n")
