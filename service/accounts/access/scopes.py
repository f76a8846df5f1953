"""Scopes of tokens. Apart from the tokens themselves, so that the command line can ask for one without the server's code."""

WHOLE = ("match:read", "match:play", "match:create", "account:read", "account:write")
"""The scopes of whoever has the whole account: every login has them."""
SCOPES = (*WHOLE, "webhook:manage")
"""What a token may do: see and play the account's matches, make new ones, read and change the account itself, have events sent
to addresses."""

PLAYING = ("match:read", "match:play", "match:create", "account:read")
"""What a table's link in a letter signs in to, and a guest may do: play and look, and not change the account."""

__all__ = ["PLAYING", "SCOPES", "WHOLE"]
