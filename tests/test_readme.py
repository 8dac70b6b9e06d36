"""What the README shows is what the commands print."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

README = (Path(__file__).parents[1] / "README.md").read_text()


def test_it_opens_with_the_two_commands() -> None:
    block = README.partition("```\n")[2].partition("```")[0]
    assert [line.partition("#")[0].strip() for line in block.splitlines()] == ["make demo", "make test"]


def test_the_sample_of_analyse_is_what_it_prints() -> None:
    sample = re.search(r"```console\n\$ echo '(.*)' \| sapper analyse\n(.*?)\n```", README, re.DOTALL)
    assert sample is not None
    printed = subprocess.run(
        [sys.executable, "-m", "sapper.cli.main", "analyse"],
        input=sample[1],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout
    assert printed.rstrip() == sample[2]


def test_every_link_to_a_file_leads_somewhere() -> None:
    for link in re.findall(r"\]\((?!http)([^)#]+)", README):
        assert (Path(__file__).parents[1] / link).exists(), link
