"""Web push: questions to an account, shown by its browsers."""
