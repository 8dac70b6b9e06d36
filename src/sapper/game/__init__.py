"""The game: rules, boards, games in progress, and what a player may see of them.

The files in reading order:

- ``enums``: the named values of rules, moves and results, such as "safe" and "won".
- ``rules``: the size, the mine count and the options of a game.
- ``board``: one layout of the mines.
- ``view``: what a player sees of a board.
- ``game``: a board that is being played.
- ``record``: a game written down as one line of JSON.
- ``file_formats``: files of boards and of records.
- ``notation``: pointing at an error in a position text.
- ``palette``: the colours of a drawn board.
- ``whole_numbers``: checking arguments that must be whole numbers.
"""
