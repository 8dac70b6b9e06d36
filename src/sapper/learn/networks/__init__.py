"""Neural networks that map views to the risk of each cell.

- `paper_encodings`: the input encodings that the papers describe.
- `paper_networks`: the papers' architectures.
- `resnet`: our residual network, with its own input encoding.
- `deep_resnet`: the network of `sapper-deep`, which sees what the core knows.
"""
