"""Before a match begins: creation, lobby, guests, invitations, challenged bots, entropy, seats."""
