"""Kinds of experiments that compute more than measures of games: one file per kind.

- `losing_move`: a histogram of the moves at which games were lost.
- `frontier_time`: the time of a decision against the size of the frontier.
- `start_cells`: the win rate by first cell, as a heat map.
- `stated_risks`: stated risks against the share of guesses that hit a mine.
- `strength_and_time`: the win rate of every agent against its seconds per game.
- `training_curves`: results of learners during their training, from their logs.
"""
