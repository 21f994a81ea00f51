"""What follows from what is known."""
