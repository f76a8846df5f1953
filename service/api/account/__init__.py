"""Operations of an account: logging in, profile, tokens, bots, feeds, webhooks, and what waits for it."""
