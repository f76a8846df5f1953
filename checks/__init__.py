"""Our own checks and generators that `make check` runs. Not part of the product."""
