"""Slow work that runs in worker processes, so that one request does not block the others.

In reading order:

- `worker_pool`: starts the processes, sends them tasks, and ends those that take too long.
- `worker_process`: the main function of a worker process.
- `task_list`: the tasks by name.
- `position_tasks`: analysis of a position.
- `picture_tasks`: positions in pictures.
- `game_tasks`: requests about hosted games that may take long.
- `watch_tasks`: games of agents, step by step.
- `record_tasks`: replay files and short records, as whole records.
- `review_tasks`: reviews of finished games.
- `trainer_tasks`: exercises of the trainer.
"""
