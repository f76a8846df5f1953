"""The match machine: the state of a table, and the step from one log entry to the next."""
