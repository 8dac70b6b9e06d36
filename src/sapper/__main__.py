"""`python -m sapper`: the same as `sapper`."""

from __future__ import annotations

from sapper.cli.main import main

if __name__ == "__main__":
    main()
