"""Standing orders: their document, what it may say, and what it answers (RULES.md, F)."""
