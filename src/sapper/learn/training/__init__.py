"""Training: the learners, and everything that `sapper train` does with them.

- `learner`: the base class of all learners.
- `online_learner`: supervised learning during play (sajjad2022).
- `board_q_learner`: Q-learning on whole boards (Mehta 2019).
- `stuck_positions`, `window_dqn_learner`: Q-learning on 5x5 windows in positions without a certain move
  (aua2023).
- `exact_teacher`, `resnet_self_play`, `muon`, `resnet_learner`: the training of our residual network.
- `deep_generator`: positions for `sapper-deep`, made by the core while the device trains.
- `learner_registry`: every learner by name.
- `checkpoint`, `onnx_export`: saving a learner and exporting its network.
- `training_loop`: trains one or more learners up to a limit and writes their logs.
- `training_session`: the whole of `sapper train`, from the names of learners to exported networks with cards.
- `training_plots`: plots of training logs.
"""
