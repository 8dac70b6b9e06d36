"""Experiments: the tables and figures of the papers, and studies of our own, as data with one runner.

Data:

- `experiment`: `Experiment`, `Setting` and `Claim`, the data of a table or figure and its published values.
- `papers`: the experiments of each paper, one file per paper.
- `studies`: experiments of our own.
- `experiment_list`: all experiments by name.

Running:

- `game_supply`: plays the games that experiments request, each game once.
- `evidence`: games of networks and training logs that the repository keeps.
- `without_guesses`: an agent that gives up before its first guess.
- `measures`: values that are computed from games, with their intervals.
- `outcome`: the result of an experiment.
- `agent_families`: agents grouped for figures.
- `kinds`: experiments that compute more than measures, one file per kind.
- `experiment_kinds`: the table of these kinds.
- `runner`: runs an experiment.

Output:

- `value_format`: values as text, in their units.
- `wide_tables`: the values of one measure as tables, a row per agent.
- `pages`: the outcomes as Markdown, plots and one HTML page.
"""
