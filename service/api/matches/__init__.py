"""Operations on one match: creating it, its table, acts, log, pictures, agreements."""
