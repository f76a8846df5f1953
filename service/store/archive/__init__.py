"""The archive, a folder or a bucket: finished matches and old leaves of the log of all matches are moved there."""
