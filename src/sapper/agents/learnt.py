"""The agents that play by a trained network: name, paper, summary, and where the class is."""

from __future__ import annotations

LEARNT: tuple[tuple[str, str | None, str, str], ...] = (
    (
        "resnet",
        None,
        "Ten residual blocks of 128 channels, one set of weights for every board; no solver at play.",
        "sapper.learn.playing.shipped_agents:ResNet",
    ),
    (
        "resnet-small",
        None,
        "Six residual blocks of 48 channels: as resnet, about ten times faster a view on one core.",
        "sapper.learn.playing.shipped_agents:ResNetSmall",
    ),
    (
        "mlp-1",
        "sajjad2022",
        "Perceptron 40-30-20-10 over the 5x5 window round each border cell; the lowest output is opened.",
        "sapper.learn.playing.shipped_agents:Mlp1",
    ),
    (
        "mlp-2",
        "sajjad2022",
        "Perceptron 50-60-40-20 over the 5x5 window round each border cell; the lowest output is opened.",
        "sapper.learn.playing.shipped_agents:Mlp2",
    ),
    (
        "mlp-3",
        "sajjad2022",
        "Perceptron 70-80-60-35 over the 5x5 window round each border cell; the lowest output is opened.",
        "sapper.learn.playing.shipped_agents:Mlp3",
    ),
    (
        "mlp-4",
        "sajjad2022",
        "Perceptron 70-100-90-45 over the 5x5 window round each border cell; the lowest output is opened.",
        "sapper.learn.playing.shipped_agents:Mlp4",
    ),
    (
        "cnn-0",
        "sajjad2022",
        "The early network: 20, 20, 30 filters 5x5, sigmoid, SGD; trained on beginner from a zero.",
        "sapper.learn.playing.shipped_agents:Cnn0",
    ),
    (
        "cnn-1",
        "sajjad2022",
        "Filters 25 5x5, 25 5x5, 64 5x5; trained on beginner from a zero.",
        "sapper.learn.playing.shipped_agents:Cnn1",
    ),
    (
        "cnn-3",
        "sajjad2022",
        "Filters 32 3x3, 32 3x3, 64 3x3; trained on expert from a zero.",
        "sapper.learn.playing.shipped_agents:Cnn3",
    ),
    (
        "cnn-4",
        "sajjad2022",
        "Filters 64 3x3, 32 3x3, 32 1x1; trained on beginner from a zero.",
        "sapper.learn.playing.shipped_agents:Cnn4",
    ),
    (
        "cnn-8",
        "sajjad2022",
        "Filters 25 5x5, 32 3x3, 32 1x1; trained on intermediate from a zero.",
        "sapper.learn.playing.shipped_agents:Cnn8",
    ),
    (
        "cnn-10",
        "sajjad2022",
        "Filters 25 5x5, 32 3x3, 64 1x1; trained on beginner from a zero.",
        "sapper.learn.playing.shipped_agents:Cnn10",
    ),
    (
        "cnn-11",
        "sajjad2022",
        "Filters 25 5x5, 25 5x5, 64 5x5; trained on intermediate from a zero.",
        "sapper.learn.playing.shipped_agents:Cnn11",
    ),
    (
        "cnn-14",
        "sajjad2022",
        "Filters 25 5x5, 32 3x3, 64 1x1; trained on beginner from a safe cell.",
        "sapper.learn.playing.shipped_agents:Cnn14",
    ),
    (
        "cnn-18",
        "sajjad2022",
        "Four times 32 filters 3x3; trained on beginner from a safe cell.",
        "sapper.learn.playing.shipped_agents:Cnn18",
    ),
    (
        "cnn-19",
        "sajjad2022",
        "Four times 32 filters 3x3; trained on intermediate from a safe cell.",
        "sapper.learn.playing.shipped_agents:Cnn19",
    ),
    (
        "cnn-20",
        "sajjad2022",
        "Four times 32 filters 3x3; trained on expert from a safe cell.",
        "sapper.learn.playing.shipped_agents:Cnn20",
    ),
    (
        "mehta-2",
        "aua2023",
        "Q-learning on the whole beginner board, two fields a cell, as aua2023 reports of Mehta 2019.",
        "sapper.learn.playing.shipped_agents:Mehta2",
    ),
    (
        "aua-csp-dqn",
        "aua2023",
        "The three methods of aua2023; stuck, a network that sees 5x5 cells opens or flags one.",
        "sapper.learn.playing.aua_csp_dqn:AuaCspDqn",
    ),
)
"""They need the extra ``neural``; the weights are in `sapper.learn`."""
