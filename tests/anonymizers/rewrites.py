"""Texts and answers shared by the tests of the methods that ask a model for a rewrite."""

import json
from collections.abc import Mapping

from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._tools import Purpose, Tools
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, JsonValue, Release
from gyges.testing import ModelServer

STORY = (
    "Nora Feld moved to Cork in 1998 because her husband had found work at the harbour there. "
    "The first winter was hard, and the heating of the little house broke twice before Christmas.\n\n"
    "In the spring Nora Feld began to teach at the school behind the church. The children liked her, and after "
    "some months the parents asked whether she would stay for another year.\n\n"
    "Now she has retired. Most mornings she walks along the river with her old dog, and on Sundays she writes "
    "letters to former pupils. Her number is 021 555 0147."
)
GOOD = (
    "A woman moved to a town in the nineties because her husband had found work at the harbour there. "
    "The first winter was hard, and the heating of the little house broke twice before Christmas.\n\n"
    "In the spring the woman began to teach at the school behind the church. The children liked her, and after "
    "some months the parents asked whether she would stay for another year.\n\n"
    "Now she has retired. Most mornings she walks along the river with her old dog, and on Sundays she writes "
    "letters to former pupils. Her number is not given."
)
REFUSAL = "I'm sorry, but I can't help with that request."
EXPLAINED = GOOD + "\n\nI have replaced the names with general words to protect the privacy of the woman."
TRUNCATED = GOOD[: GOOD.index("Now she has retired")]
GERMAN = (
    "Eine Frau zog in den neunziger Jahren in eine Stadt, weil der Mann dort Arbeit am Hafen gefunden hatte. Der erste "
    "Winter war hart, und die Heizung des kleinen Hauses ging zweimal vor Weihnachten kaputt.\n\nIm Frühjahr begann "
    "die Frau, an der Schule hinter der Kirche zu unterrichten. Die Kinder mochten sie, und nach einigen Monaten "
    "fragten die Eltern, ob sie nicht ein weiteres Jahr bleiben wolle.\n\nNun ist sie im Ruhestand und geht mit dem "
    "Hund am Fluss entlang, und am Sonntag schreibt sie Briefe."
)
ECHO = f"<<<0123456789abcdef\n{GOOD}\n0123456789abcdef>>>"
CIRCLES = GOOD + " She walks along the river again." * 20


def typed(text: str, explanation: str = "I make it more general.") -> str:
    """Return an answer in JSON."""
    return json.dumps({"explanation": explanation, "text": text})


def in_words(text: str, explanation: str = "I make it more general.") -> str:
    """Return an answer in plain words."""
    return f"{explanation}\n#\n{text}"


async def released(
    server: ModelServer,
    method: str,
    text: str = STORY,
    options: Mapping[str, JsonValue] | None = None,
    purpose: Purpose = Purpose(),  # noqa: B008  # frozen
    attacker: str | None = None,
) -> Release:
    """Return the release of a text by a method that asks the model at a server."""
    async with ModelPool(cache=ReplyCache(), notify=lambda _: None) as pool:
        tools = Tools(pool, model=server.spec(), attacker=attacker, purpose=purpose)
        return await open_anonymizer(method, tools, options).anonymize(Document("d", text))
