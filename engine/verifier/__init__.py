"""The offline verifier: it reads an exported log, plays the match again, and compares every byte."""
