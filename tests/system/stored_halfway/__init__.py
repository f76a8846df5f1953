"""Stores of releases that were stopped in the middle of things, and how they are made."""
