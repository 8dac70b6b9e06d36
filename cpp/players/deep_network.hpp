// The network of sapper-deep: its file of weights, and what it says about a position.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "players/network_passes.hpp"

namespace sapper {

// A file of weights that is missing, damaged or made for something else. The message is a sentence for the user.
struct WeightsError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// The memory of one run of the network. It keeps its size from call to call; each thread needs its own.
struct DeepMemory {
    FeatureMap input, features, normal, inner;
    passes::Memory passes;
    Floats numbers;
};

// A residual network over a board of any size: the same layers as sapper.learn.networks.resnet. Every cell is
// normalised on its own before the two convolutions of a block, and a pooling block adds the mean, the maximum and the
// sum over the board of some features. It is never changed after it was read, so threads may share it.
class DeepNetwork {
public:
    // Reads the bytes of a file; `name` is the file's in errors. sapper.learn.training.deep_weights describes the
    // format.
    DeepNetwork(std::span<const std::uint8_t> bytes, const std::string& name);

    int planes() const { return planes_; }
    int channels() const { return channels_; }
    int blocks() const { return static_cast<int>(blocks_.size()); }
    // How much greater than that of the lookahead's own cell the chance to win by another cell must be.
    double margin() const { return margin_; }

    // Reads `planes`, one plane after the other, each row-major. Writes the correction of each cell, row-major, in log
    // odds, and returns that of the position's chance to win.
    float run(std::span<const float> planes, int rows, int cols, DeepMemory& memory,
              std::vector<float>& corrections) const;

private:
    struct Pooling {
        passes::Linear gather, spread;
    };
    struct Block {
        Floats scale, shift;
        passes::Convolution first, second;
        std::optional<Pooling> pooling;
    };

    void step(const Block& block, DeepMemory& memory) const;

    int planes_ = 0, channels_ = 0, pooled_ = 0;
    double margin_ = 0;
    std::optional<passes::Convolution> stem_;
    std::vector<Block> blocks_;
    Floats scale_, shift_, head_, win_;
    float head_bias_ = 0, win_bias_ = 0;
};

}  // namespace sapper
