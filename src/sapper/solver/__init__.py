"""What a view tells: the exact engine and the oracle it is held against."""
