"""What every test shares: in CI a skipped test fails, and hypothesis draws the same examples every time.

A shell lets the programs of its background ignore Ctrl-C, which they hand down to those that they start.
Tests press it, so here it works again.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from typing import TypeVar

import hypothesis
import pytest

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
IN_CI = bool(os.environ.get("CI"))

hypothesis.settings.register_profile("sapper", deadline=None, derandomize=IN_CI, database=None)
hypothesis.settings.load_profile("sapper")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    return _fail_if_skipped(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    return _fail_if_skipped(report)


def _fail_if_skipped(report: Report) -> Report:
    if IN_CI and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"a skipped test proves nothing, and in CI it fails: {report.longrepr}"
    return report
