"""What tokens may do. Apart from the tokens themselves, so that the command line needs nothing of the server to ask for one."""

SCOPES = ("match:read", "match:play", "match:create", "account:read", "account:write")
"""See and play the account's matches, make new ones, read and change the account itself."""

__all__ = ["SCOPES"]
