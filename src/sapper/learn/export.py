"""Networks as ONNX files, checked to say what torch says."""

from __future__ import annotations

import warnings
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn


def export(network: nn.Module, path: Path) -> None:
    """Write `network`, from views and mine counts to logits, for boards of any number and size."""
    network = deepcopy(network).eval().cpu().float()
    views = torch.full((2, 9, 10), -2, dtype=torch.int8)
    mines = torch.tensor([10, 12])
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the tracing exporter warns of its age
        torch.onnx.export(
            network,
            (views, mines),
            str(path),
            input_names=["views", "mines"],
            output_names=["logits"],
            dynamic_axes={
                "views": {0: "games", 1: "rows", 2: "cols"},
                "mines": {0: "games"},
                "logits": {0: "games", 2: "rows", 3: "cols"},
            },
            opset_version=17,
            dynamo=False,
        )


def difference(network: nn.Module, path: Path, views: Tensor, mines: Tensor) -> float:
    """The largest difference between what the file and the network say of `views`."""
    import onnxruntime

    session = onnxruntime.InferenceSession(path.read_bytes(), providers=["CPUExecutionProvider"])
    (found,) = session.run(None, {"views": views.numpy(), "mines": mines.numpy()})
    with torch.no_grad():
        expected = network.eval().cpu().float()(views, mines).numpy()
    return float(np.abs(found - expected).max())
