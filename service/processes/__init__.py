"""How the processes of an installation start, wake and ring one another; and how they collect garbage."""
