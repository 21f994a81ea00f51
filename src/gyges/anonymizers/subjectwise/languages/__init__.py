"""``subjectwise`` in a language of tables: what stands where some words stood, in its words and its grammar."""
