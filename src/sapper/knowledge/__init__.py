"""Knowledge: what can be deduced from a view, step by step.

`Knowledge` follows a game on a board and is native; `Equations` takes equations over named cells, such as a
paper prints them; `plain` says in a few lines of Python each what the steps do.
"""
