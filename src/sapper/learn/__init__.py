"""Learners: neural networks, the code that trains them, and the agents that play with the shipped weights.

The folders in reading order:

- `networks`: the input encodings and the network architectures.
- `simulation`: batches of games as torch tensors, and the win rate of a network over many games.
- `training`: the learners, the training loop, checkpoints and ONNX export.
- `playing`: agents that play with a trained network.
- `models`: the shipped weights as ONNX files, each with a JSON card that describes its training.

Training needs only torch and numpy, so it also runs where the C++ core is not built. Playing with a shipped
network needs onnxruntime and not torch.
"""
