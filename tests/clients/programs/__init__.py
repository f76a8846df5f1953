"""Programs of third parties: the good one compiles, the bad one must not."""
