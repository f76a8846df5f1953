"""Login for other people's unregistered programs: OAuth 2.1, with oauthlib."""
