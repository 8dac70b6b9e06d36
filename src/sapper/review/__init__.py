"""Review of finished games: every move is graded by the win probability that it cost.

- `grades`: the grades, and the bounds of the cost between them.
- `reviewed_move`: one move with its grade, its cost and the best move.
- `move_review`: weighs one move of a game against the best move in the same position.
- `verdict`: one sentence on what the moves cost and what luck added.
- `game_review`: the review of a whole game, and `review`, which makes one.
"""
