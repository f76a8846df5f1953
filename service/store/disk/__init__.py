"""Files of the store's server: the append-only file, snapshots, and the room for them."""
