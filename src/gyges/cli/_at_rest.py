"""``--at-rest-key``: what a run keeps on disk is sealed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from gyges.cli._local_paths import as_local_name
from gyges.cli._more_options import with_options

__all__ = ["with_at_rest"]

_Key = Annotated[
    str | None,
    typer.Option(
        "--at-rest-key",
        metavar="FILE|env:NAME",
        parser=as_local_name,
        help="Encrypt what the run keeps, and open what it kept, with the key in this file or variable.",
    ),
]


def with_at_rest(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Return a verb that also takes ``--at-rest-key``."""
    return with_options(verb, {"at_rest_key": (_Key, None)}, _sealed)


@contextmanager
def _sealed(at_rest_key: str | None) -> Iterator[None]:
    if at_rest_key is None:
        yield
        return
    from gyges.sealing import AtRestKey, at_rest

    with at_rest(AtRestKey.named(at_rest_key)):
        yield
