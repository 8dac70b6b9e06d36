"""A game that `sapper attach` plays: it speaks JSON lines on standard input and output.

    sapper attach --command 'python examples/json_lines_game.py serve' --mode play --games 3

Without an argument, the script attaches to itself and plays three games.
"""

import json
import sys

from sapper import BEGINNER, Board, Game
from sapper.live import CommandScreen, LivePlayer, Profile


def serve() -> None:
    """Answer requests until the input ends."""
    boards = (Board.random(BEGINNER, seed=19, index=index) for index in range(10**9))
    game = Game(next(boards))
    for line in sys.stdin:
        request = json.loads(line)
        command, result = request["command"], None
        if command == "view":
            result = {"position": str(game.view), "state": game.state}
        elif command == "new":
            game = Game(next(boards))
        elif game.state == "playing":  # cells that are opened after the end change nothing
            {"open": game.open, "flag": game.flag, "chord": game.chord}[command](tuple(request["cell"]))
        print(json.dumps({"id": request["id"], "result": result}), flush=True)


def main() -> None:
    """Play three games in another process."""
    with CommandScreen([sys.executable, __file__, "serve"]) as screen:
        player = LivePlayer(screen, "sapper-fast", Profile(first_move="safe"))
        for index in range(3):
            if index:
                player.next_game()
            game = player.play()
            print(f"game {index}: {game.record.result} after {len(game.record.moves)} moves")


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["serve"] else main()
