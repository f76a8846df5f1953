"""Our own command line, as the server knows it."""

COMMAND_LINE = "siegelpost-cli"
"""What it calls itself. Anybody can, so the page says what it says of everybody."""

__all__ = ["COMMAND_LINE"]
