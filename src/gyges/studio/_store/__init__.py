"""What a project keeps: texts, what people wrote about them, and who did what; one SQLite file."""
