"""Work done outside requests: the clock, resolving, bots, mail. Jobs carry no facts: those are in the store."""
