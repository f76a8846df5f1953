"""A player's turn at the terminal: what is shown, chosen, sealed and kept."""
