"""Resolving: claims a match that is due, and computes and writes its next step."""
