"""A head start for workers: what they are forked from loads while the command itself still loads and reads."""

from gyges.cli._options import EngineName

__all__ = ["head_start"]


def head_start(jobs: int | None, engine: EngineName = EngineName.local) -> None:
    """Start the server of the workers where several were asked for on this machine; to be called before all else."""
    if jobs is not None and jobs > 1 and engine is EngineName.local:
        from gyges._fork_server import start_fork_server

        start_fork_server()
