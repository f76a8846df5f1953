"""Records of accounts: addresses, logins, tokens, bots, feeds, webhooks; and of operators."""
