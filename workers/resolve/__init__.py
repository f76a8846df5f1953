"""Resolving: claims a due match, and computes and writes its next step."""
