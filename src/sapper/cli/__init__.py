"""The command line: one module per command.

In reading order:

- `main`: parses the arguments, runs a command, and turns errors into exit statuses.
- `analyse`, `agents`, `bench`, `optimum`, `play`, `practise`, `generate`, `look`, `review`, `reproduce`,
  `query`, `report`, `train`, `engine`, `serve`: the commands of the same names.
- `demo`: the hidden command behind `make demo`.
- `terminal`: the game that `play` starts, and the trainer of `practise`.

What the commands share:

- `console`: consoles, JSON output, and conversion of input errors.
- `json_output`: standard output that holds one JSON document and nothing else.
- `option_values`: the values of options such as `--first-move`.
- `position_parsing`: position text to a view.
- `position_picture`: an analysed position as text.
- `engine_input`: the input of `engine`, with stops that take effect at once.
- `analysis_json`: an analysis as JSON.
- `result_tables`: tables of results.
- `progress`: progress on standard error.
"""
