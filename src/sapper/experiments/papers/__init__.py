"""The experiments of the papers, with the published values: one file per paper, data only.

- `aua2023`: three methods, and a network for the guess.
- `tcd2021`: search, constraints and Q-learning.
- `pgms_csp`: a CSP strategy in Programmer's Minesweeper.
- `nguyen2021`: constraints against the density of mines.
- `sajjad2022`: networks against a CSP solver.
"""
