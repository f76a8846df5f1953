"""Operator functions, shared by the command line beside the store and the guarded API."""
