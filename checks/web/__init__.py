"""What `make check` asks of the web table: its modules fit the types of the published document, and its library is unchanged."""
