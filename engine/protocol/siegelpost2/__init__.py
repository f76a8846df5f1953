"""What siegelpost/2 writes otherwise than siegelpost/1 (protocol section 12)."""
