"""Measure the network of `sapper-deep` on one core, beside onnxruntime on one thread, in turns.

    python benchmarks/deep_network.py [--blocks N] [--channels N] [--rounds N]

The weights are random, which does not change the time. Time is processor time, and the table shows medians.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import onnxruntime

sys.path.insert(0, str(Path(__file__).parents[1]))
from sapper import BEGINNER, EXPERT, INTERMEDIATE
from sapper._core import DeepNetwork
from sapper.learn.networks.deep_resnet import PLANES
from sapper.learn.training.deep_weights import write_weights
from tests.learn.deep_net import export, random_net


def milliseconds(run: Callable[[], object]) -> float:
    began = time.process_time()
    for _ in range(4):
        run()
    return 250 * (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=48)
    parser.add_argument("--rounds", type=int, default=40)
    args = parser.parse_args()
    net = random_net(args.blocks, args.channels, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        core_file, onnx_file = Path(folder, "net.weights"), Path(folder, "net.onnx")
        write_weights(core_file, net.state_dict(), margin=0.0)
        export(net, onnx_file)
        core = DeepNetwork(core_file.read_bytes(), "net.weights")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(
            onnx_file.read_bytes(), options, providers=["CPUExecutionProvider"]
        )
    print(f"{args.blocks} blocks of {args.channels} channels, {PLANES} planes")
    print("| board | core, ms | onnxruntime, ms | ratio | greatest difference |")
    print("|---|---|---|---|---|")
    for rules in (BEGINNER, INTERMEDIATE, EXPERT):
        shape = (1, PLANES, rules.rows, rules.cols)
        planes = (np.random.default_rng(1).random(shape) < 0.2).astype(np.float32)
        runs = [partial(core.run, planes), partial(session.run, None, {"planes": planes})]
        found, expected = core.run(planes)[0], session.run(None, {"planes": planes})[0]
        difference = float(np.abs(found.reshape(expected.shape) - expected).max())
        times = np.array([list(map(milliseconds, runs)) for _ in range(args.rounds)])
        ours, theirs = np.median(times, axis=0)
        ratio = float(np.median(times[:, 1] / times[:, 0]))
        print(f"| {rules.size} | {ours:.2f} | {theirs:.2f} | {ratio:.1f} | {difference:.1e} |", flush=True)


if __name__ == "__main__":
    main()
