"""Ratings: pure functions over the log of results, so that anybody can compute them again."""
