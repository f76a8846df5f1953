"""The witnessed log: its tree, its notes, who writes it, who watches it."""
