"""Records of matches: tables, states, logs, due times, acts."""
