"""Playing and practising in the terminal.

- `game_session`: a person's games, independent of how they are shown.
- `agent_watcher`: an agent that plays a session's game one step at a time.
- `line_game`: the game as printed lines and typed commands (`--plain`).
- `trainer_session`: the exercises of one person, and the file of the progress.
- `line_trainer`: the trainer as printed lines and typed answers.
- `board_widget`: the board as a Textual widget.
- `game_app`: the Textual application.
"""
