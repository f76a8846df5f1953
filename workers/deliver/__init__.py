"""Delivering notices on every channel."""
