"""The trained networks of Sapper: ONNX files and one of weights, each with a JSON card.

`sapper.make("resnet")` and `sapper bench resnet` find them here. This package contains no code. It has
the same version as the Sapper that it belongs to.
"""

from __future__ import annotations
