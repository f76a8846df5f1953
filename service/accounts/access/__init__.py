"""Access to an account: logins, tokens, grants to programs, limits."""
