"""Operations on matches: create, join, answer, talk, resign. The rules are the engine's, the storage is the store's."""
