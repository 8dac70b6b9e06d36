"""Blank cells are settled together: all cells of one look are covered, or all are opened zeros.

Whether a blank cell is covered or an opened 0 shows in its relief. Where a program draws no relief, one cell
cannot tell. The board can: cells that look alike are alike, an opened 0 has only opened neighbours, a number
has enough covered ones, and covered cells among opened ones are hardly ever all proven to be free.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.vision.grounds import edge_colours
from sapper.vision.left_over import MOST, left_overs, price_of_left_overs
from sapper.vision.left_over import PRICE as LEFT_OVER
from sapper.vision.shown import broken_rules
from sapper.vision.symbols import COVERED, FLAG

Floats = NDArray[np.float32]
Choice = tuple[int, ...]
"""For each of the commonest looks, whether it is 0 or covered."""

LOOKS_LIKE = 9.0
"""Blank cells whose colours differ by less look alike."""
MOST_LOOKS = 7
"""The commonest looks of blank cells that are settled together; rarer ones follow the nearest of them."""
NEAR = 20.0
"""A rare look follows a common one that differs by less, if the other kind differs half as much again."""
PRICE = 4.0
"""What a broken rule costs, as the logarithm of a probability."""
SURE = 3.0
"""By how much the best choice of blank cells must beat the next one, for each cell to be free of doubt."""
MOST_VOTE = 3.0
"""How much one cell's relief may say for its whole look."""
CLEAR_VOTE = 2.0
"""A rare look whose relief says this much against the common one does not follow it."""
KNOWN_VOTE = 15.0
"""How much it says for a look that a cell that looks so is known to be open."""
SAME_KIND = 9.0
"""What each look costs after the first one of its kind; the two colours of a chequered board are free."""
MOST_JUDGED = 8
"""How many choices of blank cells the engine judges."""
GROUND = 6.0
"""What it says for a look that its ground, alone of all, is that of the numbers or of the flags."""


@dataclass
class BoardReading:
    """What each cell of a board shows, as classes of `symbols`, and the probability that this is right."""

    shown: NDArray[np.int8]
    confidences: Floats
    unsettled: NDArray[np.bool_]
    """Blank cells that may as well be the other kind."""
    symbol_chances: Floats
    """How likely the network's reading of each cell is, if it is a cell at all."""


def settle(
    board: BoardReading,
    known: Floats,
    features: NDArray[np.float64],
    known_open: NDArray[np.bool_],
    mines: int | None,
) -> None:
    """Choose for each look of blank cells whether it is a 0 or covered, and write that into the reading."""
    shown = board.shown
    blank = (shown == 0) | (shown == COVERED)
    if not ((shown > 0) & (shown < COVERED)).any():
        shown[blank] = COVERED  # where no cell shows a number, no cell has been opened
        return
    said = np.log(np.maximum(known[:, :, 0], 1e-4)) - np.log(np.maximum(known[:, :, COVERED], 1e-4))
    said = np.clip(said, -MOST_VOTE, MOST_VOTE)
    said[known_open] = KNOWN_VOTE
    votes = said[blank]
    looks = _looks(np.concatenate([features[blank], votes[:, None] * 2], axis=1))
    counts = np.bincount(looks)
    common = np.argsort(-counts, kind="stable")[:MOST_LOOKS]
    # A rare look, such as the cell under the pointer, has only its own relief to go by.
    common = common[counts[common] >= 2]
    where = np.argwhere(blank)
    groups = [where[looks == look] for look in common]
    rare = np.zeros(shown.shape, bool)
    rare[blank] = ~np.isin(looks, common)
    grounds = _ground_votes(board, features, groups)
    apart = _unlike_pairs(groups)
    best: list[tuple[float, Choice]] = []
    for choice in product((0, COVERED), repeat=len(common)):
        trial = shown.copy()
        score = -SAME_KIND * _needless_looks(choice, apart)
        for look, members, kind, ground in zip(common, groups, choice, grounds, strict=True):
            trial[members[:, 0], members[:, 1]] = kind
            vote = float(votes[looks == look].mean()) * min(4, len(members)) + ground
            score += vote / 2 if kind == 0 else -vote / 2
        score -= PRICE * min(12, int((broken_rules(trial) & ~rare).sum()))
        best.append((score, choice))
    best = _without_left_overs(best, shown, groups, mines)
    score, choice = best[0]
    means = np.array([features[blank][looks == look].mean(axis=0) for look in common])
    for look in set(range(len(counts))) - set(common.tolist()):
        members = where[looks == look]
        away = np.abs(means - features[tuple(members[0])]).max(axis=1) if len(means) else np.empty(0)
        nearest = {kind: min(away[np.array(choice) == kind], default=np.inf) for kind in (0, COVERED)}
        kind = min(nearest, key=lambda kind: nearest[kind])
        vote = float(votes[looks == look].mean()) * (1 if kind == 0 else -1)
        if vote > -CLEAR_VOTE and nearest[kind] < NEAR and 1.5 * nearest[kind] < nearest[COVERED - kind]:
            shown[members[:, 0], members[:, 1]] = kind
    for members, kind in zip(groups, choice, strict=True):
        shown[members[:, 0], members[:, 1]] = kind
    _open_left_overs(board, blank, said, mines)
    for place, (members, kind) in enumerate(zip(groups, choice, strict=True)):
        rows, cols = members[:, 0], members[:, 1]
        other = max((s for s, others in best if others[place] != kind), default=-np.inf)
        lead = score - other
        if lead < SURE:
            board.unsettled[rows, cols] = True
        else:
            sure = np.float32(1 / (1 + np.exp(-min(lead, 20))))
            board.confidences[rows, cols] = np.maximum(board.confidences[rows, cols], sure)


def _open_left_overs(
    board: BoardReading, blank: NDArray[np.bool_], said: NDArray[np.floating[Any]], mines: int | None
) -> None:
    """Take covered cells that are proven zeros for opened ones, unless their relief speaks against it."""
    for cells in left_overs(board.shown, blank, mines):
        rows, cols = cells[:, 0], cells[:, 1]
        margin = float(LEFT_OVER * len(cells) + said[rows, cols].sum())
        if margin > 0:
            board.shown[rows, cols] = 0
            board.unsettled[rows, cols] |= margin < SURE


def _without_left_overs(
    best: list[tuple[float, Choice]],
    shown: NDArray[np.int8],
    groups: list[NDArray[np.int64]],
    mines: int | None,
) -> list[tuple[float, Choice]]:
    """The choices, the best first, once the engine has judged those that may be the best one."""
    best = sorted(best, key=lambda entry: -entry[0])
    judged: list[tuple[float, Choice]] = []
    for score, choice in best:
        price = 0.0
        if score > best[0][0] - MOST and len(judged) < MOST_JUDGED:
            trial = shown.copy()
            for members, kind in zip(groups, choice, strict=True):
                trial[members[:, 0], members[:, 1]] = kind
            covered = [members for members, kind in zip(groups, choice, strict=True) if kind == COVERED]
            price = price_of_left_overs(trial, covered, mines)
        judged.append((score - price, choice))
    return sorted(judged, key=lambda entry: -entry[0])


def cell_colours(cells: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The colours in the middle of cells, and along their four edges."""
    side = cells.shape[1]
    middle = slice(side // 4, side - side // 4)
    colour = cells[:, middle, middle].reshape(len(cells), -1, 3).mean(axis=1, dtype=float)
    return np.concatenate([colour, edge_colours(cells)], axis=1)


def _looks(features: NDArray[np.float64]) -> NDArray[np.int64]:
    """Number the looks of cells: cells of one number look alike in their middle and along their edges."""
    looks = np.full(len(features), -1)
    found: list[NDArray[np.float64]] = []
    for index, feature in enumerate(features):
        if found:
            distances = np.abs(np.array(found) - feature).max(axis=1)
            nearest = int(distances.argmin())
            if distances[nearest] < LOOKS_LIKE:
                looks[index] = nearest
                continue
        looks[index] = len(found)
        found.append(feature)
    return looks


def _ground_votes(
    board: BoardReading,
    features: NDArray[np.float64],
    members: list[NDArray[np.int64]],
) -> list[float]:
    """For each look, what its ground says for an opened 0: numbers lie on the ground of opened cells."""
    shown, confidences = board.shown, board.confidences
    edges = features[:, :, 3:]
    numbers = (shown >= 1) & (shown <= 8) & (confidences > 0.8)
    flags = (shown == FLAG) & (confidences > 0.8)
    votes = [0.0] * len(members)
    grounds = [np.median(edges[cells[:, 0], cells[:, 1]], axis=0) for cells in members]
    for those, sign in ((numbers, 1.0), (flags, -1.0)):
        if those.sum() < 2 or not grounds:
            continue
        ground = np.median(edges[those], axis=0)
        away = np.array([np.abs(own - ground).max() for own in grounds])
        nearest = int(away.argmin())
        for look, distance in enumerate(away):
            if look == nearest and distance < 6 and (len(away) == 1 or np.sort(away)[1] > distance + 5):
                votes[look] += sign * GROUND
            elif look != nearest and distance > away[nearest] + 5:
                votes[look] -= sign * GROUND / 2
    return votes


def _needless_looks(choice: Choice, apart: dict[tuple[int, int], float]) -> float:
    """How many looks a choice takes for a kind that had one already. A ground in many shades has many."""
    return sum(
        min((apart.get((a, b), 0.0) for a in range(b) if choice[a] == choice[b]), default=0.0)
        for b in range(len(choice))
    )


def _unlike_pairs(members: list[NDArray[np.int64]]) -> dict[tuple[int, int], float]:
    """The pairs of looks that are no chequered board together, with a weight that grows with their size."""
    pairs = {}
    for b, second in enumerate(members):
        for a, first in enumerate(members[:b]):
            parity_a, parity_b = first.sum(axis=1) % 2, second.sum(axis=1) % 2
            chequered = {float(parity_a.mean()), float(parity_b.mean())} == {0.0, 1.0}
            if not chequered:
                pairs[a, b] = min(1.0, min(len(first), len(second)) / 6)
    return pairs
