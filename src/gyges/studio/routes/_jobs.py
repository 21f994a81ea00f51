"""Jobs: asked about until they are done."""

from fastapi import APIRouter

from gyges.studio._jobs import BackgroundJob
from gyges.studio.routes._context import InJobs, Number

__all__ = ["router"]

router = APIRouter(tags=["jobs"])


@router.get("/jobs/{number}")
def job(jobs: InJobs, number: Number) -> BackgroundJob:
    """Return how far a job is."""
    return jobs.get(number)
