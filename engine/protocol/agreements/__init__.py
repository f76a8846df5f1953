"""Agreements beside the game (more time, pauses, absence, vacations, stopping): their terms, and how the log states them."""
