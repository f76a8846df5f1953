"""Records of the installation: audit book, head log, beacons, known keys, heartbeat."""
