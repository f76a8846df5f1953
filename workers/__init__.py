"""What happens without a request: the clock, resolving, bots, mail. Jobs carry no truth; the store does."""
