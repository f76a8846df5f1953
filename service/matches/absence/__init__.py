"""Away from the table: votes, substitutes, more time, pauses, vacations."""
