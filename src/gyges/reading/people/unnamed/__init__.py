"""People without a name, told by what they are."""
