"""Learners: neural networks, the code that trains them, and the agents that play with the shipped weights.

The folders in reading order:

- `networks`: the input encodings and the network architectures.
- `simulation`: batches of games as torch tensors, and the win rate of a network over many games.
- `training`: the learners, the training loop, checkpoints and ONNX export.
- `playing`: agents that play with a trained network.

The trained networks are a package of their own, `sapper-weights`, in the folder `weights` of the repository.

Training needs only torch and numpy, so it also runs where the C++ core is not built. Playing with a trained
network needs onnxruntime and not torch.
"""
