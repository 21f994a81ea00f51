"""Which cue belongs to whom: each kind of fact in its own file."""
