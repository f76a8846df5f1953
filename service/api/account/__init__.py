"""Operations of an account: profile, tokens, bots, feeds, webhooks, what waits for it."""
