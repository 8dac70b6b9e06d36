#include "players/deep_adviser.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <system_error>

#include "players/deep_planes.hpp"

namespace sapper {

namespace {

constexpr double LEAST_WIN = 0.002;  // chances are kept so far from 0 and 1, as in training

double corrected(double win, double correction) {
    const double kept = std::clamp(win, LEAST_WIN, 1 - LEAST_WIN);
    return 1 / (1 + std::exp(-(std::log(kept / (1 - kept)) + correction)));
}

struct KnownFile {
    std::filesystem::file_time_type written;
    std::uintmax_t size = 0;
    std::shared_ptr<const DeepNetwork> network;
};

std::shared_ptr<const DeepNetwork> read_network(const std::filesystem::path& file, const std::string& name) {
    std::ifstream stream(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) throw WeightsError("the weights " + name + " cannot be read");
    auto network = std::make_shared<const DeepNetwork>(
        std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), name);
    if (network->planes() != DEEP_PLANES)
        throw WeightsError("the weights " + name + " read " + std::to_string(network->planes()) +
                           " planes, and this version of Sapper makes " + std::to_string(DEEP_PLANES));
    return network;
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

std::shared_ptr<const DeepNetwork> deep_network(const std::string& path) {
    static std::mutex guard;
    static std::map<std::string, KnownFile> known;
    const std::filesystem::path file(std::u8string(path.begin(), path.end()));
    std::error_code error;
    const auto written = std::filesystem::last_write_time(file, error);
    const auto size = error ? 0 : std::filesystem::file_size(file, error);
    if (error) throw WeightsError("the weights " + path + " cannot be read: " + error.message());
    const std::scoped_lock lock(guard);
    KnownFile& one = known[path];
    if (!one.network || one.written != written || one.size != size) one = {written, size, read_network(file, path)};
    return one.network;
}

}  // namespace sapper
