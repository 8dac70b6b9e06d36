"""All attacks by name, and the share of the time that each gets."""

from __future__ import annotations

from tests.attacks.attack import Attack
from tests.attacks.bit_flips import BitFlips
from tests.attacks.engine_lines import EngineLines
from tests.attacks.exact_risks import BruteForce, Peer
from tests.attacks.kills import Kills
from tests.attacks.learned_files import CheckpointFiles, NetworkFiles
from tests.attacks.page_requests import HttpRequests, SocketMessages
from tests.attacks.run_folders import RunFolders
from tests.attacks.text_files import (
    BoardFiles,
    PositionTexts,
    RecordFiles,
    ReplayFiles,
    TrainerProgress,
    TrainingLogs,
)
from tests.attacks.two_writers import TwoWriters

SHARES: dict[type[Attack], float] = {
    BoardFiles: 1,
    RecordFiles: 1,
    PositionTexts: 1,
    ReplayFiles: 1,
    TrainerProgress: 0.5,
    TrainingLogs: 0.5,
    RunFolders: 2,
    BitFlips: 1,
    CheckpointFiles: 1,
    NetworkFiles: 1,
    EngineLines: 1,
    HttpRequests: 2,
    SocketMessages: 1,
    BruteForce: 1,
    Peer: 1,
    Kills: 2,
    TwoWriters: 1,
}
"""The attacks, with their shares of the time."""
ATTACKS = {attack.name: attack for attack in SHARES}
