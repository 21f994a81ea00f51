"""What a careful masker must hide in a text: names, codes, places, organisations, times, amounts, traits."""

from gyges.reading.spans._find import find_mentions

__all__ = ["find_mentions"]
