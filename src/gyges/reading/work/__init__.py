"""Jobs, trades, schooling."""
