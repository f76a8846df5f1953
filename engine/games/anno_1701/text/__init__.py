"""The game in sentences, in English and German."""
