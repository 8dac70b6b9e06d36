"""Sapper: a Minesweeper intelligence toolkit."""
