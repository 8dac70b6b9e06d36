"""Run the command line with `python -m sapper`."""

from __future__ import annotations

from sapper.cli.main import main

if __name__ == "__main__":
    main()
