"""Results for people: Markdown tables, plots, pages, and games in SQL."""
