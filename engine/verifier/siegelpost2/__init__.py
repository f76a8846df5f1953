"""The verifier of siegelpost/2: where section 12 of the protocol page differs, and nothing else."""
