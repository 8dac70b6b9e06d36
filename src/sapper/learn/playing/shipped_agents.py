"""The agents of the shipped networks. Each has its own class with its name, its paper and its summary.

The agents have no memory: they run the network on every view. `docs/learners.md` has their win rates.
"""

from __future__ import annotations

from sapper.agents.base import Agent
from sapper.learn.playing.network_agent import NeuralAgent, first_input, model_path, open_model


def load_network(path: str) -> Agent:
    """Make the agent that plays by the network in an ONNX file.

    A network that judges windows of cells cannot play alone. It becomes the guess of `aua-csp-dqn`.
    """
    if first_input(open_model(model_path(path))) == "windows":
        from sapper.learn.playing.aua_csp_dqn import AuaCspDqn

        return AuaCspDqn(path)
    return NeuralAgent(path)


class ResNet(NeuralAgent):
    """A network alone: ten residual blocks of 128 channels, one set of weights for every board size."""

    name = "resnet"
    paper = None


class ResNetSmall(NeuralAgent):
    """Like resnet, with six residual blocks of 48 channels; about ten times faster per view."""

    name = "resnet-small"
    paper = None


class Mlp1(NeuralAgent):
    """Perceptron 40-30-20-10 over the 5x5 window around each border cell; opens the lowest output."""

    name = "mlp-1"
    paper = "sajjad2022"


class Mlp2(NeuralAgent):
    """Perceptron 50-60-40-20 over the 5x5 window around each border cell; opens the lowest output."""

    name = "mlp-2"
    paper = "sajjad2022"


class Mlp3(NeuralAgent):
    """Perceptron 70-80-60-35 over the 5x5 window around each border cell; opens the lowest output."""

    name = "mlp-3"
    paper = "sajjad2022"


class Mlp4(NeuralAgent):
    """Perceptron 70-100-90-45 over the 5x5 window around each border cell; opens the lowest output."""

    name = "mlp-4"
    paper = "sajjad2022"


class Cnn0(NeuralAgent):
    """The paper's early network: 20, 20, 30 filters 5x5 with sigmoid; trained on beginner from a zero."""

    name = "cnn-0"
    paper = "sajjad2022"


class Cnn1(NeuralAgent):
    """Filters 25 5x5, 25 5x5, 64 5x5; trained on beginner from a zero."""

    name = "cnn-1"
    paper = "sajjad2022"


class Cnn3(NeuralAgent):
    """Filters 32 3x3, 32 3x3, 64 3x3; trained on expert from a zero."""

    name = "cnn-3"
    paper = "sajjad2022"


class Cnn4(NeuralAgent):
    """Filters 64 3x3, 32 3x3, 32 1x1; trained on beginner from a zero."""

    name = "cnn-4"
    paper = "sajjad2022"


class Cnn8(NeuralAgent):
    """Filters 25 5x5, 32 3x3, 32 1x1; trained on intermediate from a zero."""

    name = "cnn-8"
    paper = "sajjad2022"


class Cnn10(NeuralAgent):
    """Filters 25 5x5, 32 3x3, 64 1x1; trained on beginner from a zero."""

    name = "cnn-10"
    paper = "sajjad2022"


class Cnn11(NeuralAgent):
    """Filters 25 5x5, 25 5x5, 64 5x5; trained on intermediate from a zero."""

    name = "cnn-11"
    paper = "sajjad2022"


class Cnn14(NeuralAgent):
    """Filters 25 5x5, 32 3x3, 64 1x1; trained on beginner from a safe cell."""

    name = "cnn-14"
    paper = "sajjad2022"


class Cnn18(NeuralAgent):
    """Four layers of 32 filters 3x3; trained on beginner from a safe cell."""

    name = "cnn-18"
    paper = "sajjad2022"


class Cnn19(NeuralAgent):
    """Four layers of 32 filters 3x3; trained on intermediate from a safe cell."""

    name = "cnn-19"
    paper = "sajjad2022"


class Cnn20(NeuralAgent):
    """Four layers of 32 filters 3x3; trained on expert from a safe cell."""

    name = "cnn-20"
    paper = "sajjad2022"


class Mehta2(NeuralAgent):
    """Mehta 2019 as aua2023 reports it: Q-learning on the whole beginner board, two inputs per cell."""

    name = "mehta-2"
    paper = "aua2023"
