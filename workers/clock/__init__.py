"""The clock and the threads beside it: what is due, beacons, the log of all matches."""
