"""Start, waking and ringing of the processes of an installation, and their garbage collection."""
