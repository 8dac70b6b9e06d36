"""The papers' tables and figures, and studies of our own, as data and one runner."""
