"""The game in words: phrases of both languages, sentences, the plain-text map and table."""
