"""Stores that releases left behind, of matches that had agreed on all they could, with the module that made them."""
