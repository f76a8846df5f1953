"""The rules of Kontor: dealing, the canonical round, laying cards, scoring, endings and visibility."""
