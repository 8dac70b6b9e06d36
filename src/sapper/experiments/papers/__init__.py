"""What the papers measured and published: one file per paper, data only."""
