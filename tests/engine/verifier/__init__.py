"""The verifier under attack by whoever holds the server's key."""
