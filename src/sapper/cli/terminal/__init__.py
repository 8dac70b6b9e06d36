"""Playing in the terminal.

- `game_session`: a person's games, independent of how they are shown.
- `agent_watcher`: an agent that plays a session's game one step at a time.
- `line_game`: the game as printed lines and typed commands (`--plain`).
- `board_widget`: the board as a Textual widget.
- `game_app`: the Textual application.
"""
