"""Records of mail: the outbox, its letters as the operator sees them, answered mails."""
