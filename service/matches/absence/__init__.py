"""Absence and more time: votes, substitutes, handing over, extensions, pauses, vacations, nights, reliability."""
