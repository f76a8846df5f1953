"""Compile checks for well-known client generators: others use them, though ours need only two."""
