"""Settings of an installation, read once from the environment."""
