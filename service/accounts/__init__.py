"""Accounts: logging in by mail, API tokens, invitations, which mails somebody gets."""
