"""The game: rules, boards, games in progress, and what may be seen of them."""
