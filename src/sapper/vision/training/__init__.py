"""How the network that reads cells is trained: `python -m sapper.vision.training.train`.

In reading order:

- `skins`, `symbol_drawings`: random skins, which draw cells as many programs would.
- `samples`: pictures of cells with what they show, and of things that are no cells.
- `train`: trains the network and writes it as ONNX, with its card.
"""
