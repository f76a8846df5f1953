"""``siegelpost admin``: an operator's commands, beside the store or by the guarded API."""
