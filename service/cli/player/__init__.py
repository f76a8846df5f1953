"""The player at this machine: the session with a server, the client, files, language, exit codes."""
