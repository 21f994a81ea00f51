"""The tables that ship, by look-up."""
