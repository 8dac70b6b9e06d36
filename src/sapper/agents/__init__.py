"""Players: what a decision is, the registry that names them, and one file a method."""
