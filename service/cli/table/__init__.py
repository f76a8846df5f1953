"""A player's turn at the terminal: joining, showing the table, choosing, sealing, and checking the log."""
