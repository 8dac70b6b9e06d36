"""Tests run side by side, so torch takes one core for each: more threads than cores wait for each other."""

from __future__ import annotations

import torch

torch.set_num_threads(1)
