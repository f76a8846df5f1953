"""What pictures of all games are made of."""
