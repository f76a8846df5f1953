"""Work done without a request: the clock, resolving, bots, mail. Jobs carry no facts: those are in the store."""
