"""What siegelpost/2 writes differently from siegelpost/1 (protocol section 12)."""
