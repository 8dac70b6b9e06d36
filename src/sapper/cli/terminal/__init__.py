"""The terminal game: one session, drawn by a terminal application or told line by line."""
