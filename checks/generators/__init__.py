"""What well-known generators make of the published document must compile: others use them, though our clients need only two."""
