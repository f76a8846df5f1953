"""Answering one question of a letter with one link, which can do nothing else."""
