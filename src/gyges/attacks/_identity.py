"""The identity attack: a model names the person a text is about, from all it knows about the world."""

from collections import Counter
from dataclasses import dataclass
from functools import partial

from pydantic import BaseModel, Field

from gyges.attacks._attack import DEFAULT_OPTIONS, AttackOptions
from gyges.attacks._author import target_words
from gyges.attacks._people import quotes_of
from gyges.attacks._questions import MOST_QUOTES, Quote, clean_value
from gyges.attacks._subjects import windows_of
from gyges.models import DocumentText, Model, Prompt, together
from gyges.reading import QuoteFinder, Window
from gyges.reading.lookups import name_parts
from gyges.records import MAX_LEVEL, Fact, Finding, JsonValue, Subject, taxonomy


class IdentityRow(BaseModel):
    """One guess who it is."""

    name: str = Field(max_length=200)
    certainty: int = Field(ge=0, le=MAX_LEVEL)


class Identities(BaseModel):
    """The guesses who it is, the likeliest first."""

    quotes: list[Quote] = Field(max_length=MOST_QUOTES)
    reasoning: str = Field(max_length=1500)
    guesses: list[IdentityRow] = Field(max_length=20)


@dataclass(frozen=True)
class GuessIdentity(Prompt[Identities], template="prompts/identity.jinja", max_tokens=2048):
    """Who is this?"""

    text: DocumentText
    most: int
    target: str = ""


@dataclass(frozen=True)
class IdentityAttack:
    """Names who a text is about, with certainty.

    The finding has one subject with the names as its facts, the likeliest first; it has none if nobody was named.

    Attributes:
        model: Who is asked.
        options: How; `AttackOptions.top_k` is the number of names.
        target: ``author``, ``applicant``, or a person in the user's own words; empty for whom the text is mainly about.
    """

    model: Model
    options: AttackOptions = DEFAULT_OPTIONS
    target: str = ""

    @property
    def name(self) -> str:
        """The spec of the attacker."""
        return f"identity[{self.target}]:{self.model.name}" if self.target else f"identity:{self.model.name}"

    async def attack(self, text: str, *, id: str) -> Finding:
        """Say who a text is about.

        Raises:
            AnswerInvalidError: The model gave no usable answer.
        """
        windows, tally, finder = windows_of(text, self.options), Counter[str](), QuoteFinder(text)
        answers = await together([partial(self._ask, window) for window in windows])
        ranked: dict[tuple[str, ...], Fact] = {}
        for answer in answers:
            evidence = quotes_of(answer.quotes, finder, tally)
            for guess in answer.guesses:
                value = clean_value(guess.name, taxonomy("spia")["NAME"])
                fact = Fact("NAME", value, guess.certainty, evidence=evidence)
                known = ranked.setdefault(name_parts(value), fact)
                if fact.certainty > known.certainty:
                    ranked[name_parts(value)] = fact
        named = [fact for fact in ranked.values() if fact.value and fact.certainty]
        if len(windows) > 1:  # one answer is ranked by the model; several meet by their certainty
            named.sort(key=lambda fact: -fact.certainty)
        reasoning = next((answer.reasoning for answer in answers if answer.reasoning), "")
        notes: dict[str, JsonValue] = {
            "windows": len(windows),
            "quotes_dropped": tally["quotes_dropped"],
            "reasoning": reasoning,
        }
        subjects = (Subject("0", self.target or "the person the text is about", tuple(named[: self.options.top_k])),)
        return Finding(id, self.name, subjects if named else (), notes)

    async def _ask(self, window: Window) -> Identities:
        return await self.model.ask(
            GuessIdentity(DocumentText(window.text), self.options.top_k, target_words(self.target))
        )
