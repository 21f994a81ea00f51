"""``subjectwise`` in a language of tables: what stands where some words stood, in the words and grammar of the table."""
