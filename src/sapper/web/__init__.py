"""The page for people who play: a small server, its JSON interface, and what the browser shows."""
