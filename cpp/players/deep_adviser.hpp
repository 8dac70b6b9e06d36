// The adviser of sapper-deep: its network that corrects the order in which the lookahead puts the cells of a guess.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "players/comparison.hpp"
#include "players/deep_network.hpp"

namespace sapper {

// Leaves the lookahead's own cell only for another whose chance to win, corrected by the network, leads by the margin
// of the weights.
class DeepAdviser : public Adviser {
public:
    explicit DeepAdviser(std::shared_ptr<const DeepNetwork> network) : network_(std::move(network)) {}
    std::size_t choose(const Field& field, const Solver& solver, Comparison& comparison) override;

private:
    std::shared_ptr<const DeepNetwork> network_;
    DeepMemory memory_;
    std::vector<float> planes_, corrections_;
    std::vector<double> wins_;
};

// Where files of weights come from, by the name of their agent. The core itself reads no files: in a browser there are
// none.
class WeightsFiles {
public:
    virtual ~WeightsFiles() = default;
    // A text that changes when the file does. Throws WeightsError where there is no such file.
    virtual std::string version(const std::string& name) = 0;
    virtual std::vector<std::uint8_t> read(const std::string& name) = 0;
};
void set_weights_files(std::unique_ptr<WeightsFiles> files);

// The agent with the weights that are shipped.
inline constexpr const char* DEEP = "sapper-deep";
// An agent whose name ends like this is the lookahead with the weights of that file.
inline constexpr const char* WEIGHTS_SUFFIX = ".weights";

// Weights for an agent that then plays under this name, where there are no files. Throws WeightsError.
void keep_weights(const std::string& agent, std::span<const std::uint8_t> bytes);
// The network of such an agent; null where no weights were kept for it.
std::shared_ptr<const DeepNetwork> kept_network(const std::string& agent);

// The network of a file. It is kept, and read again only when the file has changed. Throws WeightsError.
std::shared_ptr<const DeepNetwork> deep_network(const std::string& name);

}  // namespace sapper
