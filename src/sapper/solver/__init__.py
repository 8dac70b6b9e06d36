"""The solver: exact risks, proofs, perfect play of small boards, and boards without a guess.

The files in reading order:

- ``analysis``: the exact risk of every covered cell (`analyse`).
- ``oracle``: the same by trying every layout in plain Python. The tests compare the engine with it.
- ``explanation``: the numbers that prove a certain cell (`explain`).
- ``difficulty``: the hardest deduction that winning a board needs.
- ``board_generator``: random boards, and boards that need no guess (`generate`).
- ``perfect_play``: the exact win probability of small boards (`optimum`).
- ``primes``: the primes that make exact counts possible.
"""
