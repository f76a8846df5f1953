"""Operations on matches: create, join, answer, talk, resign. The engine has the rules, the store the storage."""
