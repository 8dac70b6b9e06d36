"""The games that an unfinished run lacks, as a line that reports begin with."""

from __future__ import annotations

from sapper.arena.arena import Results
from sapper.arena.run_folder import RunFolder
from sapper.plural import counted


def unfinished(folder: RunFolder, results: Results) -> list[str]:
    """One line that names the missing games of each agent, or no line for a complete run."""
    arguments = folder.description["arguments"]
    wanted, most = arguments.get("games", 0), ""
    if "until_decided" in arguments:
        # Only the summary holds the number of boards that the decision took.
        match folder.summary:
            case {"decision": {"games": int(taken)}}:
                wanted = taken
            case _:
                most = "at most "
    found = {name: len(results.games.get(name, ())) for name in arguments["agents"]}
    total = counted(wanted, "game")
    lacking = [f"{count:,} of {most}{total} of {name}" for name, count in found.items() if count < wanted]
    return [f"Unfinished: {', '.join(lacking)}."] if lacking else []
