"""Reports on games: tables, figures, HTML pages, Markdown and SQL.

Data:

- `figure`: figures and tables as data, before they are drawn.
- `figure_series`: series of figures from counts and reliability tables.
- `number_format`: numbers with their intervals as text.

Output:

- `plots`: draws figures with matplotlib.
- `markdown`: tables in Markdown.
- `html_template`: fills in the Jinja2 templates of the folder `templates`.
- `html_page`: HTML pages of headings, text, tables and figures.

Reports:

- `missing_games`: the games that an unfinished run lacks.
- `run_page`: the report of a run, as an HTML page and as Markdown.
- `calibration_table`: the calibration of the agents in one or more runs.
- `review_page`: the HTML page of a game review.
- `sql`: SQL queries over the games of a run.
"""
