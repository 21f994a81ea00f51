"""Languages as data: one reader for every language that has a folder of tables, beside the one of English."""
