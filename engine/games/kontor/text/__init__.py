"""Kontor in words: phrases of each language, sentences about what happened, the table as plain text."""
