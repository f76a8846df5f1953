"""Players' names, padded texts, and sentences about the players' agreements beside the game."""
