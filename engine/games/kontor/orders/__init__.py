"""Placing plans: the standing orders of Kontor."""
