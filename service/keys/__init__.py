"""Keys: the server's signatures, boxes sealed to the resolver, links in mails, web push, secrets for retried requests."""
