"""Clusters: a run whose workers are on many machines. docs/design/ray.md says how and why."""

from gyges.runs.cluster._ray import RayCluster

__all__ = ["RayCluster"]
