#include "players/deep_adviser.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

#include "players/deep_planes.hpp"

namespace sapper {

namespace {

constexpr double LEAST_WIN = 0.002;  // chances are kept so far from 0 and 1, as in training

double corrected(double win, double correction) {
    const double kept = std::clamp(win, LEAST_WIN, 1 - LEAST_WIN);
    return 1 / (1 + std::exp(-(std::log(kept / (1 - kept)) + correction)));
}

// The networks that were read, by the names of their files.
class Shelf {
public:
    void set_files(std::unique_ptr<WeightsFiles> files) {
        const std::scoped_lock lock(guard_);
        files_ = std::move(files);
    }

    std::shared_ptr<const DeepNetwork> network(const std::string& name) {
        std::shared_ptr<WeightsFiles> files;
        {
            const std::scoped_lock lock(guard_);
            files = files_;
        }
        if (!files) throw WeightsError("this program cannot read the weights " + name);
        // Without the lock: this may wait for another one, whose owner waits here.
        std::string version = files->version(name);
        {
            const std::scoped_lock lock(guard_);
            if (const auto found = known_.find(name); found != known_.end() && found->second.version == version)
                return found->second.network;
        }
        auto network = checked(files->read(name), name);
        const std::scoped_lock lock(guard_);
        known_[name] = {std::move(version), network};
        return network;
    }

    void keep(const std::string& agent, std::span<const std::uint8_t> bytes) {
        auto network = checked(bytes, agent);
        const std::scoped_lock lock(guard_);
        kept_[agent] = std::move(network);
    }

    std::shared_ptr<const DeepNetwork> kept(const std::string& agent) {
        const std::scoped_lock lock(guard_);
        const auto found = kept_.find(agent);
        return found == kept_.end() ? nullptr : found->second;
    }

private:
    static std::shared_ptr<const DeepNetwork> checked(std::span<const std::uint8_t> bytes, const std::string& name) {
        auto network = std::make_shared<const DeepNetwork>(bytes, name);
        if (network->planes() != DEEP_PLANES)
            throw WeightsError("the weights " + name + " read " + std::to_string(network->planes()) +
                               " planes, and this version of Sapper makes " + std::to_string(DEEP_PLANES));
        return network;
    }

    struct Known {
        std::string version;
        std::shared_ptr<const DeepNetwork> network;
    };
    std::mutex guard_;
    std::shared_ptr<WeightsFiles> files_;
    std::map<std::string, Known> known_;
    std::map<std::string, std::shared_ptr<const DeepNetwork>> kept_;
};

Shelf& shelf() {
    static Shelf one;
    return one;
}

}  // namespace

std::size_t DeepAdviser::choose(const Field& field, const Solver& solver, Comparison& comparison) {
    deep_planes(field, solver, comparison, planes_);
    const double win_correction = network_->run(planes_, field.rows(), field.cols(), memory_, corrections_);
    wins_.clear();
    for (const Compared& compared : comparison.cells)
        wins_.push_back(corrected(compared.win, corrections_[static_cast<std::size_t>(field.cell(compared.at))]));
    const auto best = std::max_element(wins_.begin(), wins_.end());
    const std::size_t chosen =
        *best - wins_.front() > network_->margin() ? static_cast<std::size_t>(best - wins_.begin()) : 0;
    // The corrections of cells are learned from differences alone: they say how far cells are apart, and the other
    // output says how likely a win is.
    const double win = corrected(comparison.win, win_correction);
    for (std::size_t i = 0; i < wins_.size(); ++i) {
        Compared& compared = comparison.cells[i];
        compared.win = std::clamp(win + wins_[i] - wins_[chosen], 0.0, 1 - compared.risk);
    }
    return chosen;
}

void set_weights_files(std::unique_ptr<WeightsFiles> files) { shelf().set_files(std::move(files)); }

void keep_weights(const std::string& agent, std::span<const std::uint8_t> bytes) { shelf().keep(agent, bytes); }

std::shared_ptr<const DeepNetwork> kept_network(const std::string& agent) { return shelf().kept(agent); }

std::shared_ptr<const DeepNetwork> deep_network(const std::string& name) { return shelf().network(name); }

}  // namespace sapper
