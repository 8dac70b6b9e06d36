"""Learners: encodings, networks, the training game, training loops, and the shipped weights.

Everything that trains needs torch and numpy alone, so that it runs wherever torch does; playing with a
shipped network needs onnxruntime and no torch.
"""
