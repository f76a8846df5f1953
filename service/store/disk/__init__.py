"""The disk of the store's server: its append-only file, its snapshots, and the room that is left."""
