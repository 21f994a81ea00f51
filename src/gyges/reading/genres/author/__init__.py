"""What a comment lets slip about its author."""
