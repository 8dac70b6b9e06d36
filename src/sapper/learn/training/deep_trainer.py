"""Optimising a network of `sapper-deep`, and its checkpoints and exports."""

from __future__ import annotations

import warnings
from copy import deepcopy
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from sapper.errors import SapperError
from sapper.learn.networks.deep_resnet import PLANES, DeepResNet, Positions, planes
from sapper.learn.training.deep_loss import chances, loss_of_differences, loss_of_win
from sapper.learn.training.onnx_export import read_weights


class DeepTrainer:
    """A network, the running average of its weights, and its optimizer."""

    DECAY = 0.01
    """The weight decay of Adam."""
    WARM_UP = 200
    """The number of steps over which the learning rate rises."""
    AVERAGE = 0.998
    """The decay per step of the running average."""

    def __init__(self, network: DeepResNet, device: torch.device, rate: float) -> None:
        self.device, self.rate = device, rate
        self.cuda = device.type == "cuda"
        self.network = network.to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = deepcopy(self.network).requires_grad_(False).eval()
        self.params: list[Tensor] = list(self.network.parameters())
        self.averages: list[Tensor] = list(self.average.parameters())
        groups = [
            {"params": [p for p in self.params if p.dim() > 1], "weight_decay": self.DECAY},
            {"params": [p for p in self.params if p.dim() <= 1], "weight_decay": 0.0},
        ]
        self.adam = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.99), fused=self.cuda)
        self.steps = 0

    def judge(self, made: Tensor) -> tuple[Tensor, Tensor]:
        """Return what the averaged network says."""
        with torch.no_grad(), torch.autocast(self.device.type, torch.bfloat16, enabled=self.cuda):
            corrections, win = self.average(made)
        return corrections, win

    def step(self, positions: Positions, wanted: Tensor, wanted_win: Tensor, fade: float = 1.0) -> Tensor:
        """Train on positions, and return the loss.

        Args:
            positions: The positions.
            wanted: (N, 24), what the chances to win by the compared cells should be, up to a constant.
            wanted_win: (N,), what the chance to win by the own choice should be.
            fade: A factor for the learning rate.
        """
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.cuda):
            corrections, win = self.network(planes(positions))
        loss = loss_of_differences(chances(corrections, positions), wanted, positions.is_cell)
        self.adam.zero_grad(set_to_none=True)
        (loss + 0.1 * loss_of_win(win, positions, wanted_win)).backward()
        nn.utils.clip_grad_norm_(self.params, 1.0)
        rate = self.rate * fade * min(1.0, (self.steps + 1) / self.WARM_UP)
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.step()
        self.steps += 1
        decay = min(self.AVERAGE, self.steps / (10 + self.steps))
        with torch.no_grad():
            torch._foreach_lerp_(self.averages, self.params, 1 - decay)
        return loss.detach()


def save_network(network: DeepResNet, path: Path, facts: dict[str, Any]) -> None:
    """Write weights and facts about their training, atomically."""
    weights = {name: each.detach().float().cpu().contiguous() for name, each in network.state_dict().items()}
    temporary = path.with_name(f".{path.name}.tmp")
    shape = {"blocks": len(network.blocks), "channels": network.stem.out_channels}
    torch.save({"format": 1, "name": "sapper-deep", **shape, "weights": weights, "facts": facts}, temporary)
    temporary.replace(path)


def load_network(path: Path) -> tuple[DeepResNet, dict[str, Any]]:
    """Read a network and the facts about its training.

    A `.onnx` file is an exported `resnet`, from which the training of a new network begins.
    """
    if path.suffix == ".onnx":
        weights = read_weights(path)
        try:
            blocks = 1 + max(int(name.split(".")[1]) for name in weights if name.startswith("blocks."))
            network = DeepResNet(blocks, weights["stem.weight"].shape[0])
            network.begin_from(weights)
        except (ValueError, KeyError, RuntimeError, IndexError):
            raise SapperError(f"{path} is not a network of the kind of resnet") from None
        return network, {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # torch warns about files of other programs before it fails
            state = torch.load(path, map_location="cpu", weights_only=True)
        if state["name"] != "sapper-deep":
            raise ValueError
        network = DeepResNet(state["blocks"], state["channels"])
        network.load_state_dict(state["weights"])
        return network, dict(state["facts"])
    except FileNotFoundError:
        raise SapperError(f"there is no checkpoint at {path}") from None
    except Exception:  # the bytes of a damaged file reach every part of the unpickler
        raise SapperError(f"{path} is not a checkpoint of sapper-deep, or it is damaged") from None


def export_network(network: DeepResNet, path: Path) -> None:
    """Write the network as an ONNX file for any number and size of boards."""
    axes = {0: "positions", 2: "rows", 3: "cols"}
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the tracing exporter warns that it is deprecated
        torch.onnx.export(
            deepcopy(network).eval().cpu().float(),
            (torch.zeros(2, PLANES, 9, 10),),
            str(path),
            input_names=["planes"],
            output_names=["corrections", "win"],
            dynamic_axes={
                "planes": axes,
                "corrections": {0: "positions", 1: "rows", 2: "cols"},
                "win": {0: "positions"},
            },
            opset_version=17,
            dynamo=False,
            do_constant_folding=False,
        )
