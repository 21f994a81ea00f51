"""Names of people, and words that only look like them."""
