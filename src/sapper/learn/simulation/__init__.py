"""Batches of games on one device, without the C++ core.

- `batched_games`: boards and games as tensors; one call opens cells in every game.
- `board_pool`: boards drawn in advance, which replace those of finished games.
- `levels`: the boards that learners are trained and measured on.
- `move_choice`: the rule that turns a network's logits into moves.
- `evaluation`: plays many games with a network and counts the wins.
"""
