"""Names that people choose or had, padded texts, and sentences about what people agree on beside the game."""
