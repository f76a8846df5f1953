"""Accounts: logging in by mail, API tokens, invitations, mail preferences."""
