"""Records of matches: tables, states, logs, acts, due times, lists, and how they are packed."""
