"""Building blocks for games' texts: phrases, sentences, guides, details of choices."""
