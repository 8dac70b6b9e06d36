"""Networks of `sapper-deep` with random weights, for tests and benchmarks."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch

from sapper.learn.networks.deep_resnet import PLANES, DeepResNet


def random_net(blocks: int, channels: int, seed: int) -> DeepResNet:
    """A network in which every weight matters. A fresh one starts as the identity and answers 0."""
    torch.manual_seed(seed)
    net = DeepResNet(blocks, channels)
    with torch.no_grad():
        for name, weight in net.named_parameters():
            if name.endswith("norm.scale"):
                weight.uniform_(0.5, 1.5)
            elif weight.ndim > 1:
                weight.normal_(0, (2 / weight[0].numel()) ** 0.5)
            else:
                weight.uniform_(-0.2, 0.2)
    return net.eval()


def export(net: DeepResNet, path: Path) -> None:
    """Write it as ONNX, with the exporter of the other networks."""
    axes = {
        "planes": {0: "positions", 2: "rows", 3: "cols"},
        "corrections": {0: "positions", 1: "rows", 2: "cols"},
        "win": {0: "positions"},
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracing exporter warns that it is deprecated
        torch.onnx.export(
            net,
            (torch.zeros(2, PLANES, 9, 10),),
            str(path),
            input_names=["planes"],
            output_names=["corrections", "win"],
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
