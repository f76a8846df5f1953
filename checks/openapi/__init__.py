"""The published API document: linted, and compared with that of the last release."""
