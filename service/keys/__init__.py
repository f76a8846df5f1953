"""Keys: signatures of the server, sealed boxes of the resolver, links in mails, web push."""
