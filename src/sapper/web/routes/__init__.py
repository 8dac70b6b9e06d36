"""The endpoints of the server.

- `game_routes`: games that people play.
- `position_routes`: analysis of a position.
- `run_routes`: the lab view, and the facts about the server.
- `trainer_routes`: exercises of the trainer.
- `share_routes`: records from elsewhere, and links that are too long to hold their content.
- `socket_routes`: the WebSocket for tasks that stream.
"""
