"""Damaged checkpoints, networks and the cards of networks."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from numpy.random import Generator

from sapper import View
from sapper.learn.playing.network_agent import NeuralAgent, open_model
from sapper.learn.training import checkpoint
from tests.attacks.file_attack import FileAttack
from tests.attacks.mutation import mutated, mutated_document
from tests.learn.tiny_learner import tiny_learner


class CheckpointFiles(FileAttack):
    """Checkpoints of a training."""

    name = "checkpoints"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.learner = tiny_learner()
        path = folder / "tiny.pt"
        checkpoint.save(self.learner, path, checkpoint.RunState(1.0, 2))
        self.samples = [("tiny.pt", path.read_bytes())]

    def change(self, content: bytes, rng: Generator) -> bytes:
        """Change the pickled part or the directory, where the structure is, or any byte."""
        head, tail = content[:4000], content[-1500:]
        match int(rng.integers(3)):
            case 0:
                return mutated(head, rng) + content[4000:]
            case 1:
                return content[:-1500] + mutated(tail, rng)
            case _:
                return mutated(content, rng)

    def read(self, name: str, content: bytes) -> None:
        """Resume from the checkpoint, and start another training from it."""
        path = self.folder / name
        path.write_bytes(content)
        checkpoint.load(self.learner, path)
        checkpoint.begin_from(self.learner, path)


class NetworkFiles(FileAttack):
    """Networks as ONNX, and their cards. Each changed network gets a card with its new checksum."""

    name = "networks"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.learner = tiny_learner()
        path = folder / "sample.onnx"
        self.learner.export(path)
        self.card = {"name": "tiny", "paper": None, "style": {"sure": 0.1, "margin": 0.0, "border": 0.0}}
        self.samples = [("network.onnx", path.read_bytes()), ("network.json", json.dumps(self.card).encode())]
        self.network = path.read_bytes()

    def change(self, content: bytes, rng: Generator) -> bytes:
        """Change a card as a document, and a network as bytes."""
        if content.startswith(b"{") and rng.random() < 0.7:
            return json.dumps(mutated_document(self.card, rng)).encode()
        return super().change(content, rng)

    def read(self, name: str, content: bytes) -> None:
        """Load the network and let it play a move."""
        path = self.folder / "network.onnx"
        network = content if name.endswith(".onnx") else self.network
        card = self.card | {"sha256": hashlib.sha256(network).hexdigest()}
        path.write_bytes(network)
        path.with_suffix(".json").write_bytes(json.dumps(card).encode() if network is content else content)
        open_model.cache_clear()
        NeuralAgent(path).choose(View.parse("1??/???/??? 2"))
