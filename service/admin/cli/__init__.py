"""``siegelpost admin``: an operator's commands, run beside the store or through the guarded API."""
