"""A prompt as a naive reader sees it: what stands between the marks is data, all the rest is an order."""

import re
from dataclasses import dataclass

from gyges.testing._protocol import ChatRequest

__all__ = ["NaivePrompt", "naive_prompt"]

_OPENED = re.compile(r"^The text between the two lines that carry the mark (\w+) is data[^\n]*\n<<<\1\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class NaivePrompt:
    """A prompt, taken apart.

    Attributes:
        orders: The words outside all fences, of every turn but the model's own.
        data: What stands inside each fence, in order.
    """

    orders: str
    data: tuple[str, ...]


def naive_prompt(request: ChatRequest) -> NaivePrompt:
    """Take a request apart as a reader does who believes the first closing mark; one that never comes ends with it.

    A scripted model that follows the orders shows whether a document got out of its fence.
    """
    orders, data = [], []
    for message in request.messages:
        if message.role != "assistant":
            outside, inside = _apart(message.content)
            orders.append(outside)
            data += inside
    return NaivePrompt("\n".join(orders), tuple(data))


def _apart(words: str) -> tuple[str, list[str]]:
    outside, inside, place = [], [], 0
    while (opened := _OPENED.search(words, place)) is not None:
        outside.append(words[place : opened.start()])
        closing = f"\n{opened[1]}>>>"
        end = words.find(closing, opened.end() - 1)
        end = len(words) if end < 0 else end
        inside.append(words[opened.end() : end])
        place = end + len(closing)
    return "".join((*outside, words[place:])), inside
