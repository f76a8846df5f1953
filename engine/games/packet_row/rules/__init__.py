"""What happens: dealing, the rounds, supplies, contracts, the end, and what may be answered."""
