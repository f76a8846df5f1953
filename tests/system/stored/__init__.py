"""Stores as earlier releases left them: one file per release, restored in a test and played on (see :mod:`.keep`)."""
