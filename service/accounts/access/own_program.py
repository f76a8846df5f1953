"""The name of our own command line as a program that asks for a login; apart, so that it needs nothing of the server."""

COMMAND_LINE = "siegelpost-cli"
"""The name it gives itself. Anybody can, so the page says what it says of everybody."""

__all__ = ["COMMAND_LINE"]
