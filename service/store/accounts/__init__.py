"""Records of accounts: addresses, tokens, bots, feeds, webhooks."""
