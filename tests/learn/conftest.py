"""Limit torch to one thread per process.

Tests run in parallel processes, and more threads than cores would slow each other down.
"""

from __future__ import annotations

import torch

torch.set_num_threads(1)
