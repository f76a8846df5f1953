"""The rules: dealing, rounds, supplies, contracts, the end, and legal moves."""
