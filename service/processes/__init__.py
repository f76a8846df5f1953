"""Between the processes of an installation: bells, wake-ups, the start."""
