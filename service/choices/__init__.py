"""One question of a letter, answered with one link and nothing else."""
