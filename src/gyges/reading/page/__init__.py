"""A text as everything reads it: words, lines, sentences, layout, language."""
