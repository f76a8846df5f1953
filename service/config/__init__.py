"""Settings of an installation, read once from the environment; limits that the operator may change; an owner's rule data."""
