"""Places: named, numbered, or told by the words of everyday life."""
