"""The web page for players: a small server, its JSON API, and the files that the browser loads.

In reading order:

- `server`: opens the socket and runs the event loop.
- `app`: builds the ASGI application from the parts below.
- `server_settings`: the address and every limit of a server.
- `connection_guard`: closes connections that send or read too slowly; `connection_table` counts them.
- `request_guard`: reads each request before the application sees it, and adds security headers.
- `access_check`: host names, other sites and the token; `client`: who sent a request; `pace`: how fast.
- `log_limit`: keeps the log short.
- `api_models`: the types of the JSON requests and responses.
- `trainer_models`: the same for the trainer.
- `routes`: the HTTP and WebSocket endpoints.
- `server_state`: what the routes share, and how they start tasks.
- `game_store`: the games that people play on the server, with limits on their number and size.
- `run_reader`: run folders as the lab view shows them.
- `kept_store`: shared games and studies on disk, with limits on their number, size and age.
- `task_runner`: which worker process does a task, and when; `fair_queue`: whose turn it is.
- `task_history`: limits on the tasks of a client, and whose tasks were hard.
- `tasks`: slow work, done in worker processes.
- `static`: HTML, CSS and JavaScript.
"""
