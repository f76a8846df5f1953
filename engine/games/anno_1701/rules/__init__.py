"""The rules: setup, the turn and its phases, legal moves, fallbacks, and the end of the match."""
