"""The tables of a language: what a folder holds, which sections there are, how their patterns are put together."""
