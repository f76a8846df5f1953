"""Resolving: what is due in a match, as one step."""
