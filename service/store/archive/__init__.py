"""Finished matches and old leaves, moved to a folder or a bucket."""
