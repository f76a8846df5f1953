"""What the people at a table agree on before play, and how the log says it."""
