"""Mail: notices become letters in words (compose), and letters are handed to a mail server (transport)."""
