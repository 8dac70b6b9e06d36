#include "players/deep_network.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "support/copied_bits.hpp"
#include "support/crc32.hpp"

namespace sapper {

namespace {

constexpr char MAGIC[] = "sapper-deep\n";
constexpr std::uint32_t FORMAT = 1;
constexpr std::size_t CHECKED = sizeof(MAGIC) - 1 + 8;  // the checksum covers what follows
constexpr std::uint32_t MOST_PLANES = 256, MOST_CHANNELS = 512, MOST_BLOCKS = 64;

// Reads numbers from a file, low byte first.
class Reader {
public:
    Reader(std::span<const std::uint8_t> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

    template <class T>
    T whole() {
        if (bytes_.size() < sizeof(T)) damaged("it is too short");
        T value = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i) value |= static_cast<T>(T{bytes_[i]} << 8 * i);
        bytes_ = bytes_.subspan(sizeof(T));
        return value;
    }

    Floats floats(std::size_t count) {
        if (bytes_.size() / sizeof(float) < count) damaged("it is too short");
        Floats values(count);
        for (float& value : values) {
            value = copied_bits<float>(whole<std::uint32_t>());
            if (!std::isfinite(value)) damaged("a weight is no number");
        }
        return values;
    }

    bool begins_with(const char* text) {
        const std::size_t length = std::strlen(text);
        if (bytes_.size() < length || std::memcmp(bytes_.data(), text, length) != 0) return false;
        bytes_ = bytes_.subspan(length);
        return true;
    }

    std::span<const std::uint8_t> rest() const { return bytes_; }

    [[noreturn]] void damaged(const char* why) const {
        throw WeightsError("the weights " + name_ + " are damaged: " + why);
    }

private:
    std::span<const std::uint8_t> bytes_;
    const std::string& name_;
};

passes::Convolution read_convolution(Reader& reader, int in, int out) {
    const Floats weights = reader.floats(static_cast<std::size_t>(in) * out * 9);
    return {in, out, weights, reader.floats(static_cast<std::size_t>(out))};
}

passes::Linear read_linear(Reader& reader, int in, int out) {
    const Floats weights = reader.floats(static_cast<std::size_t>(in) * out);
    return {in, out, weights, reader.floats(static_cast<std::size_t>(out))};
}

}  // namespace

DeepNetwork::DeepNetwork(std::span<const std::uint8_t> bytes, const std::string& name) {
    Reader reader(bytes, name);
    if (!reader.begins_with(MAGIC)) throw WeightsError(name + " holds no weights of sapper-deep");
    if (const auto format = reader.whole<std::uint32_t>(); format != FORMAT)
        throw WeightsError("the weights " + name + " have format " + std::to_string(format) +
                           ", and this version of Sapper reads format " + std::to_string(FORMAT));
    const auto sum = reader.whole<std::uint32_t>();
    if (sum != crc32(bytes.subspan(CHECKED))) reader.damaged("their checksum does not fit");
    const auto planes = reader.whole<std::uint32_t>(), channels = reader.whole<std::uint32_t>(),
               blocks = reader.whole<std::uint32_t>(), pooled = reader.whole<std::uint32_t>();
    const auto pooling = reader.whole<std::uint64_t>();
    margin_ = copied_bits<double>(reader.whole<std::uint64_t>());
    if (planes < 1 || planes > MOST_PLANES || channels < 1 || channels > MOST_CHANNELS || channels % LANES != 0 ||
        blocks > MOST_BLOCKS || pooled < 1 || pooled > MOST_CHANNELS || pooled % LANES != 0 ||
        (blocks < 64 && pooling >> blocks != 0))
        reader.damaged("no network has this shape");
    if (!(margin_ >= 0 && margin_ <= 1)) reader.damaged("their margin is no chance");
    planes_ = static_cast<int>(planes), channels_ = static_cast<int>(channels), pooled_ = static_cast<int>(pooled);
    stem_ = read_convolution(reader, planes_, channels_);
    for (std::uint32_t i = 0; i < blocks; ++i) {
        Floats scale = reader.floats(channels), shift = reader.floats(channels);
        auto first = read_convolution(reader, channels_, channels_);
        auto second = read_convolution(reader, channels_, channels_);
        blocks_.push_back({std::move(scale), std::move(shift), std::move(first), std::move(second), {}});
        if (pooling >> i & 1) {
            auto gather = read_linear(reader, channels_, pooled_);
            blocks_.back().pooling = Pooling{std::move(gather), read_linear(reader, 3 * pooled_, channels_)};
        }
    }
    scale_ = reader.floats(channels), shift_ = reader.floats(channels);
    head_ = reader.floats(channels), head_bias_ = reader.floats(1)[0];
    win_ = reader.floats(channels), win_bias_ = reader.floats(1)[0];
    if (!reader.rest().empty()) reader.damaged("they are too long");
}

// x += second(max(0, first(normal) + pooled features of normal)), where normal = max(0, x normalised).
void DeepNetwork::step(const Block& block, DeepMemory& memory) const {
    passes::normalise(memory.features, block.scale.data(), block.shift.data(), memory.normal);
    const float* bias = block.first.bias.data();
    if (block.pooling) {
        memory.numbers.resize(static_cast<std::size_t>(3 * pooled_ + channels_));
        float *const pooled = memory.numbers.data(), *const sum = pooled + 3 * pooled_;
        passes::pool(memory.normal, block.pooling->gather, pooled, memory.passes);
        passes::apply(block.pooling->spread, pooled, bias, sum);
        bias = sum;
    }
    passes::convolve(memory.normal, block.first, bias, passes::After::Positive, memory.inner, memory.passes);
    passes::convolve(memory.inner, block.second, block.second.bias.data(), passes::After::Add, memory.features,
                     memory.passes);
}

float DeepNetwork::run(std::span<const float> planes, int rows, int cols, DeepMemory& memory,
                       std::vector<float>& corrections) const {
    const auto cells = static_cast<std::size_t>(rows) * cols;
    if (planes.size() != planes_ * cells) throw std::invalid_argument("the network reads other planes");
    memory.input.reset(rows, cols, stem_->in);
    for (FeatureMap* map : {&memory.features, &memory.normal, &memory.inner}) map->reset(rows, cols, channels_);
    const float* next = planes.data();
    for (int plane = 0; plane < planes_; ++plane)
        for (int row = 0; row < rows; ++row)
            for (int col = 0; col < cols; ++col) memory.input.at(row, col)[plane] = *next++;
    passes::convolve(memory.input, *stem_, stem_->bias.data(), passes::After::Nothing, memory.features, memory.passes);
    for (const Block& block : blocks_) step(block, memory);
    passes::normalise(memory.features, scale_.data(), shift_.data(), memory.normal);
    corrections.resize(cells);
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col)
            corrections[static_cast<std::size_t>(row) * cols + col] =
                passes::weighted_sum(memory.normal.at(row, col), head_.data(), channels_, head_bias_);
    memory.numbers.resize(static_cast<std::size_t>(channels_));
    passes::mean(memory.normal, memory.numbers.data());
    return passes::weighted_sum(memory.numbers.data(), win_.data(), channels_, win_bias_);
}

}  // namespace sapper
