"""The disk of the store's server: its append-only file, its snapshots, and the free space."""
