"""The file ``seeds.json``, version 1: what several seeds of one run have in common and where they part."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from gyges.reports.benchmark._schema import DifferenceFigure
from gyges.scoring import RateRow

__all__ = ["SeededDifference", "SeededFigure", "SeedsFile"]


class SeededFigure(RateRow):
    """One figure: its mean over seeds, and the figure of each seed."""

    who: str
    figure: str
    documents: int
    by_seeds: list[float]
    least: float | None = None
    most: float | None = None


class SeededDifference(DifferenceFigure):
    """The first less the second, in one figure."""

    one: str
    two: str
    figure: str


class SeedsFile(BaseModel):
    """Several seeds of one run."""

    model_config = ConfigDict(frozen=True, extra="allow")

    version: Literal[1] = 1
    gyges: str
    kind: str
    seeds: list[int]
    asked: dict[str, str] = {}
    figures: list[SeededFigure]
    differences: list[SeededDifference] = []
    prompts: dict[str, str] = {}
