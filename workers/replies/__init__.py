"""Playing by answering a letter: the entrance for mail, what it reads in a mail, what it does, and what it answers."""
