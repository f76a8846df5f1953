"""What happens: setting up, the turn and its phases, the ends; what may be answered, and what silence means."""
