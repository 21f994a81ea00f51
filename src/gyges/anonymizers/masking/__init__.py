"""What a mask covers and what its label says: a label never claims a kind that is not certain."""

from gyges.anonymizers.masking._doubts import doubted
from gyges.anonymizers.masking._settle import settle

__all__ = ["doubted", "settle"]
