"""Acts of one tap or one mail: the answer to one question by a link that can do nothing else, and a rematch."""
