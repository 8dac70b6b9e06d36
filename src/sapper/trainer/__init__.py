"""The trainer: positions from games to solve, answers with proofs, and a rating.

The files in reading order:

- ``patterns``: the names that players have for deductions, each with an explanation and an example.
- ``recognition``: the pattern that proves a cell.
- ``guesses``: the exact value of every guess of a position.
- ``exercise``: a position to solve, and the file of exercises that the package ships.
- ``mining``: making exercises from games.
- ``verification``: checking everything that an exercise states.
- ``judgement``: whether an answer is right, and why.
- ``progress``: what a player has solved and missed.
- ``progress_file``: the file in which the terminal keeps the progress.
- ``choice``: which exercise comes next.
"""
