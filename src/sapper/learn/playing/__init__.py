"""Agents that play with a trained network. They need onnxruntime and not torch.

- `network_agent`: loads a network and plays with it.
- `shipped_agents`: one agent class for each shipped network.
- `aua_windows`: the 5x5 windows that the network of aua2023 sees.
- `aua_csp_dqn`: the solver of aua2023, with a network that decides when it is stuck.
"""
