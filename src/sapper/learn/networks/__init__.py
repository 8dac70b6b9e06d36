"""The networks: what they see of a view, and how they are built."""
