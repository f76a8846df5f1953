"""Every parser of ours that reads bytes from outside, fed with bytes that nobody would send in earnest."""
