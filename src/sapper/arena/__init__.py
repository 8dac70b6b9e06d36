"""Agents against boards: games, records and what they tell."""
