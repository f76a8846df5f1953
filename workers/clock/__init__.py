"""The clock, which finds what is due, and its threads: beacons, the log of all matches, cosigning, departing accounts."""
