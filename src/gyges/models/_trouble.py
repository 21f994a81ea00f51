"""Passing trouble with an endpoint: worth another try, unlike the errors in `gyges.errors`."""

__all__ = ["Trouble"]


class Trouble(Exception):  # noqa: N818  # it never leaves this package, so it is no error of ours
    """An attempt failed in a way that may pass.

    Attributes:
        retry_after: Seconds the endpoint asked to wait.
    """

    def __init__(self, problem: str, *, retry_after: float | None = None) -> None:
        super().__init__(problem)
        self.retry_after = retry_after
