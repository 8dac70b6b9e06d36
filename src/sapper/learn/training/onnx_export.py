"""Export networks to ONNX files, read their weights back, and compare the two."""

from __future__ import annotations

import warnings
from copy import deepcopy
from pathlib import Path

import torch
from torch import Tensor, nn

from sapper.errors import SapperError


def export(network: nn.Module, path: Path) -> None:
    """Write a network that maps views and mine counts to logits, for any number and size of boards."""
    views = torch.full((2, 9, 10), -2, dtype=torch.int8)
    axes = {
        "views": {0: "games", 1: "rows", 2: "cols"},
        "mines": {0: "games"},
        "logits": {0: "games", 2: "rows", 3: "cols"},
    }
    _write(network, (views, torch.tensor([10, 12])), path, axes)


def export_windows(network: nn.Module, path: Path) -> None:
    """Write a network that maps windows (N, 5, 5) to Q-values (N, actions)."""
    _write(
        network,
        (torch.full((2, 5, 5), -2, dtype=torch.int8),),
        path,
        {"windows": {0: "cells"}, "values": {0: "cells"}},
    )


def read_weights(path: Path) -> dict[str, Tensor]:
    """Read the weights of an exported network, by name, for `load_state_dict`."""
    import onnx
    from onnx import numpy_helper

    try:
        graph = onnx.load(str(path)).graph
    except FileNotFoundError:
        raise SapperError(f"there is no network at {path}") from None
    except Exception:  # protobuf raises many kinds of errors for invalid files
        raise SapperError(f"the network {path} is damaged or not an ONNX model") from None
    if not graph.initializer:
        raise SapperError(f"the network {path} is damaged or not an ONNX model")
    return {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in graph.initializer}


def difference(network: nn.Module, path: Path, *inputs: Tensor) -> float:
    """Return the largest difference in probability between the outputs of the file and of the network."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
    # The exporter drops the mine counts if the network does not use them, so there may be fewer inputs.
    given = {name.name: each.numpy() for name, each in zip(session.get_inputs(), inputs, strict=False)}
    (found,) = session.run(None, given)
    with torch.no_grad():
        expected = deepcopy(network).eval().cpu().float()(*inputs)
    return float((torch.from_numpy(found).sigmoid() - expected.sigmoid()).abs().max())


def _write(
    network: nn.Module, inputs: tuple[Tensor, ...], path: Path, axes: dict[str, dict[int, str]]
) -> None:
    """Trace `network` and write it. The last key of `axes` names its output, the others its inputs."""
    names = list(axes)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the tracing exporter warns that it is deprecated
        torch.onnx.export(
            deepcopy(network).eval().cpu().float(),
            inputs,
            str(path),
            input_names=names[:-1],
            output_names=names[-1:],
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
            do_constant_folding=False,  # keeps the names of the weights, which `read_weights` needs
        )
