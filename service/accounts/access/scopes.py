"""Scopes of tokens, and the name by which our own command line asks for one.

Apart from the tokens themselves, so that the command line needs nothing of the server.
"""

WHOLE = ("match:read", "match:play", "match:create", "account:read", "account:write")
"""The scopes of whoever has the whole account: every login has them."""
SCOPES = (*WHOLE, "webhook:manage")
"""What a token may do: see and play the account's matches, make new ones, read and change the account itself, have events sent
to addresses."""

PLAYING = ("match:read", "match:play", "match:create", "account:read")
"""What a table's link in a letter signs in to, and a guest may do: play and look, and not change the account."""

COMMAND_LINE = "siegelpost-cli"
"""The name that our command line gives itself. Anybody can, so the page says what it says of everybody."""

__all__ = ["COMMAND_LINE", "PLAYING", "SCOPES", "WHOLE"]
