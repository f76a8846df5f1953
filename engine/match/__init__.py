"""The match machine: a table as it stands, and the step from one log entry to the next."""
