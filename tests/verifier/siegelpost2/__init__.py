"""The verifier of siegelpost/2 (protocol section 12)."""
