"""Login of other people's programs: OAuth 2.1 for programs that nobody registers, by oauthlib."""
