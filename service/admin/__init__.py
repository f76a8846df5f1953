"""What an operator does: the same functions for the command line beside the store and for the guarded API."""
