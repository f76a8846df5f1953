"""What happens in Kontor: dealing, the canonical round, laying and what follows, scoring, the ends, and who sees what."""
