"""Sends the events of accounts' feeds to their webhooks."""
