"""The positions that `sapper-deep` learns from: on the device, and on disk for the next run."""

from __future__ import annotations

import queue
import threading
from pathlib import Path

import torch
from torch import Tensor

from sapper.errors import SapperError
from sapper.learn.networks.deep_resnet import Positions
from sapper.learn.training.deep_generator import Batch


class Store:
    """Positions by kind of boards. The oldest make room for new ones once `most` are kept of a kind."""

    def __init__(self, device: torch.device, most: int = 4_000_000) -> None:
        self.device, self.most = device, most
        self._kept: dict[int, Positions] = {}
        self._filled: dict[int, int] = {}
        self._next: dict[int, int] = {}
        self.arrived = 0

    def __len__(self) -> int:
        return sum(self._filled.values())

    @property
    def kinds(self) -> list[int]:
        """The kinds of boards of which there are positions."""
        return sorted(self._filled)

    def count(self, kind: int) -> int:
        """Return how many positions of a kind are kept."""
        return self._filled.get(kind, 0)

    def add(self, batch: Batch) -> None:
        """Keep some positions."""
        kind, new = batch.kind, batch.positions
        count = len(new.shown)
        if count == 0:
            return
        self._make_room(kind, new, count)
        at = (self._next[kind] + torch.arange(count)) % len(self._kept[kind].shown)
        for kept, each in zip(self._kept[kind], new, strict=True):
            kept[at.to(self.device)] = each.to(self.device, non_blocking=True)
        self._next[kind] = (self._next[kind] + count) % self.most
        self._filled[kind] = min(self._filled[kind] + count, self.most)
        self.arrived += count

    def _make_room(self, kind: int, like: Positions, count: int) -> None:
        """Double the memory of a kind until the new positions fit, or `most` is reached."""
        if kind not in self._kept:
            self._filled[kind] = self._next[kind] = 0
            self._kept[kind] = Positions(*(each[:0].to(self.device) for each in like))
        room = len(self._kept[kind].shown)
        wanted = min(self._filled[kind] + count, self.most)
        if room >= wanted:
            return
        more = min(max(wanted, 2 * room, 4096), self.most) - room
        self._kept[kind] = Positions(
            *(torch.cat([each, each.new_zeros(more, *each.shape[1:])]) for each in self._kept[kind])
        )

    def draw(self, kind: int, count: int, generator: torch.Generator) -> Positions:
        """Return random positions of a kind."""
        at = torch.randint(self._filled[kind], (count,), generator=generator, device=generator.device)
        return self._kept[kind].at(at.to(self.device))

    def parts(self, kind: int, size: int) -> list[Positions]:
        """Return all positions of a kind, in parts of at most `size`."""
        whole, filled = self._kept[kind], self._filled[kind]
        return [
            Positions(*(each[at : min(at + size, filled)] for each in whole)) for at in range(0, filled, size)
        ]

    def save(self, path: Path) -> None:
        """Write all positions to a file."""
        state = {
            kind: tuple(each[: self._filled[kind]].clone().cpu() for each in kept)
            for kind, kept in self._kept.items()
        }
        temporary = path.with_name(f".{path.name}.tmp")
        torch.save(state, temporary)
        temporary.replace(path)

    def load(self, path: Path) -> None:
        """Add the positions of a file."""
        try:
            state: dict[int, tuple[Tensor, ...]] = torch.load(path, map_location="cpu", weights_only=True)
            batches = [Batch(kind, Positions(*each)) for kind, each in state.items()]
        except Exception:  # the bytes of a damaged file reach every part of the unpickler
            raise SapperError(f"{path} does not hold positions, or it is damaged") from None
        for batch in batches:
            self.add(batch)


class Archive:
    """Writes positions to files of a folder in a thread of its own, for the next run."""

    FILE = 60_000
    """The number of positions in a file."""

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.name = folder, name
        self.written = 0
        self._new: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def add(self, batch: Batch) -> None:
        """Write these positions some time."""
        self._new.put(batch)

    def close(self) -> None:
        """Write what is left."""
        self._new.put(None)
        self._thread.join()

    def _work(self) -> None:
        store = Store(torch.device("cpu"))
        while True:
            batch = self._new.get()
            if batch is not None:
                store.add(batch)
            if len(store) and (batch is None or len(store) >= self.FILE):
                try:
                    store.save(self.folder / f"{self.name}-{self.written:04d}.pt")
                except OSError:
                    return  # a full disk ends the archive, not the training
                self.written += 1
                store = Store(torch.device("cpu"))
            if batch is None:
                return


def read_archive(folder: Path, store: Store) -> None:
    """Add the positions of all files of a folder; a damaged file is left out."""
    for path in sorted(folder.glob("*.pt")):
        try:
            store.load(path)
        except SapperError:
            continue
