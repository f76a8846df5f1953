"""Values as the store keeps them: JSON, times as scores, compressed bytes; and reading them back."""
