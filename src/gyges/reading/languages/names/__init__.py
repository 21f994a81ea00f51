"""Names in a language of tables: what words of names are, who speaks, which word is none of the language."""
