"""Review of finished games: every move graded by what it cost."""
