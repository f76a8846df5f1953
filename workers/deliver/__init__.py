"""Delivering notices on every channel: the job, its attempts, and which may start now."""
