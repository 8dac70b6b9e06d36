"""Tests of the registry of learners."""

from __future__ import annotations

from sapper.learn.training.learner_registry import LEARNERS


def test_every_learner_has_a_summary_and_its_paper() -> None:
    for name, entry in LEARNERS.items():
        assert entry.summary.endswith(".")
        assert entry.paper in {None, "sajjad2022", "aua2023"}, name
