"""The published clients against the running service, and what their compilers refuse."""
