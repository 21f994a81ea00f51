"""What a provider must do: one request, one reply."""

from typing import Protocol, runtime_checkable

from gyges.models._exchange import Reply, Request

__all__ = ["Provider"]


@runtime_checkable
class Provider(Protocol):
    """A place that answers requests. Implementations raise `Trouble` for what may pass, `ModelError` otherwise."""

    @property
    def endpoint(self) -> str:
        """The address, for messages and cache keys."""

    @property
    def model(self) -> str:
        """The name of the model at the endpoint."""

    @property
    def takes_schema(self) -> bool:
        """Whether the endpoint takes a JSON schema, as far as is known by now; it may ignore it all the same."""

    async def complete(self, request: Request) -> Reply:
        """Answer one request."""

    async def aclose(self) -> None:
        """Give back what is held."""
