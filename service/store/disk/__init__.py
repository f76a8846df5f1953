"""What the store's server has on its disk: the append-only file, snapshots, room."""
