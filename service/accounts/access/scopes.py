"""Scopes of tokens, and the name by which our own command line asks for one.

They are separate from the tokens themselves, so that the command line needs nothing of the server.
"""

OWNER = ("match:read", "match:play", "match:create", "account:read", "account:write")
"""The scopes by which a login counts as its owner's: those of the first release, so that old logins still do."""
WHOLE = (*OWNER, "league:write")
"""The scopes of full access to an account, which every login has."""
SCOPES = (*WHOLE, "webhook:manage")
"""What a token may do: see and play the account's matches, make new ones, read and change the account itself, have events sent
to addresses."""

PLAYING = ("match:read", "match:play", "match:create", "account:read")
"""The scopes of a table's link in a letter, and of a guest: playing and looking, but not changing the account."""

COMMAND_LINE = "siegelpost-cli"
"""The name by which our command line calls itself. Anybody can use it, so the page treats it like any other name."""
