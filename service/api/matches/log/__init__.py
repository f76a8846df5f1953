"""Operations on a match's log: entries, heads, proofs, the story, earlier moments."""
