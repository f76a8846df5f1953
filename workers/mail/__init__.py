"""Mail: news become letters in words (compose), letters are handed to a mail server (transport)."""
