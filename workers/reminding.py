"""When players who are still asked are reminded."""

REMIND_AT = 80
"""Percent of a decision's time after which who has not answered is reminded."""
SHORTEST_REMINDED = 3_600_000
"""What is shorter than this (milliseconds) has no reminder: it would come with the mail that asks."""
