"""Access to an account: logins, tokens, programs and what they are granted, limits."""
