"""Delivering notices on every channel: the job, its attempts, and the choice of which may start."""
