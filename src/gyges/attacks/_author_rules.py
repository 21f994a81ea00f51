"""The author attack by rules: the embedded tables of cues instead of a model."""

from dataclasses import dataclass

from gyges.attacks._options import DEFAULT_OPTIONS, AttackOptions
from gyges.records import Fact, Finding, Subject

__all__ = ["AuthorRulesAttack"]


@dataclass(frozen=True)
class AuthorRulesAttack:
    """Guesses the attributes of an author from cues in the text; several guesses of one tag are ranked.

    Attributes:
        options: The reference date and the number of guesses matter.
    """

    options: AttackOptions = DEFAULT_OPTIONS
    name = "author:rules"

    @property
    def by_rules(self) -> bool:
        """Whether it can be sent to another process; a rule of the user's own about who is who stays here."""
        return self.options.align is None

    async def attack(self, text: str, *, id: str) -> Finding:
        """Return one person, the author, with ranked guesses.

        Raises:
            UnreadError: The text is not in English, or is no text.
        """
        from gyges.reading import author_guesses, require_read  # the tables load only when somebody reads

        require_read(text, self.name, english_only=True)
        guessed = author_guesses(text, self.options.reference_date)
        facts = tuple(
            Fact(tag, guess.value, guess.certainty, evidence=(text[guess.start : guess.end],))
            for tag, ranked in guessed.items()
            for guess in ranked[: self.options.guesses]
        )
        return Finding(id, self.name, (Subject("author", "the author of the text", facts),))
