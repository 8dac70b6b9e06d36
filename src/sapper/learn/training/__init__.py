"""Training: batched games, learners, the training loop, checkpoints and export."""
