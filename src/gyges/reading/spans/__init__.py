"""What a careful masker must hide in a text: names, codes, places, organisations, times, amounts, traits."""

from gyges.reading.spans._edges import outside_passages
from gyges.reading.spans._find import as_page, find_mentions

__all__ = ["as_page", "find_mentions", "outside_passages"]
