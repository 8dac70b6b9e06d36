#include "players/network_passes.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

#define SAPPER_INLINE inline __attribute__((always_inline))

namespace sapper::passes {

namespace {

constexpr int PATCH = FeatureMap::PATCH, SIDE = PATCH + 2, POSITIONS = SIDE * SIDE;
constexpr float TINY = 1e-5F;  // added before the root is taken

// How three weights become six.
constexpr double WEIGHTS[SIDE][3] = {{1.0 / 4, 0, 0},
                                     {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                                     {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                     {1.0 / 24, 1.0 / 12, 1.0 / 6},
                                     {1.0 / 24, -1.0 / 12, 1.0 / 6},
                                     {0, 0, 1}};

using Four = float __attribute__((vector_size(16)));

template <class V>
constexpr int WIDTH = static_cast<int>(sizeof(V) / sizeof(float));

template <class V>
SAPPER_INLINE void load(V& vector, const float* from) {
    std::memcpy(&vector, from, sizeof(V));
}

template <class V>
SAPPER_INLINE void store(float* to, const V& vector) {
    std::memcpy(to, &vector, sizeof(V));
}

// One row of a patch: six numbers to six.
template <class V>
SAPPER_INLINE void transform_row(const V* d, V* out, int step) {
    const V a = d[4] - d[2] * 4.0F, b = d[3] - d[1] * 4.0F, c = d[4] - d[2], e = (d[3] - d[1]) * 2.0F;
    out[0] = d[0] * 4.0F - d[2] * 5.0F + d[4];
    out[step] = a + b;
    out[2 * step] = a - b;
    out[3 * step] = c + e;
    out[4 * step] = c - e;
    out[5 * step] = d[1] * 4.0F - d[3] * 5.0F + d[5];
}

// One row of products: six numbers to four.
template <class V>
SAPPER_INLINE void transform_back(const V* m, V* out, int step) {
    const V a = m[1] + m[2], b = m[1] - m[2], c = m[3] + m[4], e = m[3] - m[4];
    out[0] = m[0] + a + c;
    out[step] = b + e * 2.0F;
    out[2 * step] = a + c * 4.0F;
    out[3 * step] = b + e * 8.0F + m[5];
}

// How many numbers a position takes. LANES more than needed keep the 36 positions in different sets of the cache.
std::size_t position_size(int patches, int channels) { return static_cast<std::size_t>(patches) * channels + LANES; }

template <class V>
SAPPER_INLINE void transform_patches(const FeatureMap& input, float* out) {
    const int channels = input.channels();
    const std::size_t position = position_size(input.patches(), channels), row_stride = input.row_stride();
    for (int row = 0; row < input.patch_rows(); ++row)
        for (int col = 0; col < input.patch_cols(); ++col, out += channels) {
            const float* const corner = input.at(row * PATCH - 1, col * PATCH - 1);
            for (int channel = 0; channel < channels; channel += WIDTH<V>) {
                V rows[POSITIONS], line[SIDE], done[SIDE];
                for (int i = 0; i < SIDE; ++i) {
                    for (int j = 0; j < SIDE; ++j) load(line[j], corner + i * row_stride + j * channels + channel);
                    transform_row(line, rows + i, SIDE);
                }
                for (int j = 0; j < SIDE; ++j) {
                    transform_row(rows + j * SIDE, done, 1);
                    for (int i = 0; i < SIDE; ++i) store(out + (i * SIDE + j) * position + channel, done[i]);
                }
            }
        }
}

// LANES channels out of COUNT lists of numbers, each summed over the channels in from the first to the last.
template <class V, int COUNT>
SAPPER_INLINE void multiply_few(const float* lists, const float* weights, int in, int out, float* products) {
    constexpr int PARTS = LANES / WIDTH<V>;
    V sums[COUNT][PARTS] = {};
    for (int i = 0; i < in; ++i, weights += LANES) {
        V weight[PARTS];
        for (int part = 0; part < PARTS; ++part) load(weight[part], weights + part * WIDTH<V>);
        for (int k = 0; k < COUNT; ++k)
            for (int part = 0; part < PARTS; ++part) sums[k][part] = sums[k][part] + weight[part] * lists[k * in + i];
    }
    for (int k = 0; k < COUNT; ++k)
        for (int part = 0; part < PARTS; ++part) store(products + k * out + part * WIDTH<V>, sums[k][part]);
}

// The products of `count` lists of `in` numbers with a matrix, in lists of `out` numbers. FEW lists at a time, so that
// the sums fit into the registers.
template <class V, int FEW>
SAPPER_INLINE void multiply(const float* lists, const float* weights, int count, int in, int out, float* products) {
    for (int block = 0; block < out; block += LANES, weights += static_cast<std::size_t>(in) * LANES) {
        int k = 0;
        for (; k + FEW <= count; k += FEW)
            multiply_few<V, FEW>(lists + k * in, weights, in, out, products + k * out + block);
        for (; k < count; ++k) multiply_few<V, 1>(lists + k * in, weights, in, out, products + k * out + block);
    }
}

template <class V>
SAPPER_INLINE void finish_patches(const float* products, const float* bias, After after, FeatureMap& output) {
    const int channels = output.channels();
    const std::size_t position = position_size(output.patches(), channels), row_stride = output.row_stride();
    for (int row = 0; row < output.patch_rows(); ++row)
        for (int col = 0; col < output.patch_cols(); ++col, products += channels) {
            const int rows = std::min(PATCH, output.rows() - row * PATCH);
            const int cols = std::min(PATCH, output.cols() - col * PATCH);
            float* const corner = output.at(row * PATCH, col * PATCH);
            for (int channel = 0; channel < channels; channel += WIDTH<V>) {
                V lines[PATCH * SIDE], line[SIDE], done[PATCH], offset;
                load(offset, bias + channel);
                for (int i = 0; i < SIDE; ++i) {
                    for (int j = 0; j < SIDE; ++j) load(line[j], products + (i * SIDE + j) * position + channel);
                    transform_back(line, lines + i, SIDE);
                }
                for (int j = 0; j < cols; ++j) {
                    transform_back(lines + j * SIDE, done, 1);
                    for (int i = 0; i < rows; ++i) {
                        float* const at = corner + i * row_stride + static_cast<std::size_t>(j) * channels + channel;
                        V value = done[i] + offset;
                        if (after == After::Positive) value = value > 0.0F ? value : V{};
                        if (after == After::Add) {
                            V before;
                            load(before, at);
                            value = before + value;
                        }
                        store(at, value);
                    }
                }
            }
        }
}

template <class V, int FEW>
SAPPER_INLINE void convolve_with(const FeatureMap& input, const Convolution& convolution, const float* bias,
                                 After after, FeatureMap& output, Memory& memory) {
    const int count = input.patches(), in = input.channels(), out = output.channels();
    const std::size_t patches = position_size(count, in), products = position_size(count, out);
    memory.patches.resize(POSITIONS * patches);
    memory.products.resize(POSITIONS * products);
    transform_patches<V>(input, memory.patches.data());
    for (int position = 0; position < POSITIONS; ++position)
        multiply<V, FEW>(memory.patches.data() + position * patches,
                         convolution.weights.data() + static_cast<std::size_t>(position) * in * out, count, in, out,
                         memory.products.data() + position * products);
    finish_patches<V>(memory.products.data(), bias, after, output);
}

// The sum of LANES partial sums, always in the same order.
SAPPER_INLINE float sum_of_lanes(float* lanes) {
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int i = 0; i < half; ++i) lanes[i] += lanes[i + half];
    return lanes[0];
}

template <class V, int FEW>
SAPPER_INLINE void normalise_with(const FeatureMap& input, const float* scale, const float* shift, FeatureMap& output) {
    constexpr int PARTS = LANES / WIDTH<V>;
    const int channels = input.channels();
    for (int row = 0; row < input.rows(); ++row) {
        const float* from = input.at(row, 0);
        float* to = output.at(row, 0);
        for (int col = 0; col < input.cols(); ++col, from += channels, to += channels) {
            V powers[PARTS] = {}, x, factor, term;
            for (int channel = 0; channel < channels; channel += LANES)
                for (int part = 0; part < PARTS; ++part) {
                    load(x, from + channel + part * WIDTH<V>);
                    powers[part] = powers[part] + x * x;
                }
            float lanes[LANES];
            for (int part = 0; part < PARTS; ++part) store(lanes + part * WIDTH<V>, powers[part]);
            const float inverse = 1.0F / std::sqrt(sum_of_lanes(lanes) / static_cast<float>(channels) + TINY);
            for (int channel = 0; channel < channels; channel += WIDTH<V>) {
                load(x, from + channel);
                load(factor, scale + channel);
                load(term, shift + channel);
                x = x * inverse * factor + term;
                x = x > 0.0F ? x : V{};
                store(to + channel, x);
            }
        }
    }
}

template <class V, int FEW>
SAPPER_INLINE void pool_with(const FeatureMap& input, const Linear& layer, float* pooled, Memory& memory) {
    const int cols = input.cols(), out = layer.out;
    memory.line.resize(static_cast<std::size_t>(cols) * out);
    float *const most = pooled + out, *const total = pooled + 2 * out;
    std::fill_n(pooled, 3 * out, 0.0F);  // no number is below 0
    for (int row = 0; row < input.rows(); ++row) {
        multiply<V, FEW>(input.at(row, 0), layer.weights.data(), cols, layer.in, out, memory.line.data());
        for (int channel = 0; channel < out; channel += WIDTH<V>) {
            V sum, greatest, bias, value;
            load(sum, total + channel);
            load(greatest, most + channel);
            load(bias, layer.bias.data() + channel);
            for (int col = 0; col < cols; ++col) {
                load(value, memory.line.data() + static_cast<std::size_t>(col) * out + channel);
                value = value + bias;
                value = value > 0.0F ? value : V{};
                sum = sum + value;
                greatest = value > greatest ? value : greatest;
            }
            store(total + channel, sum);
            store(most + channel, greatest);
        }
    }
    const auto cells = static_cast<float>(input.rows() * cols);
    for (int channel = 0; channel < out; ++channel) {
        pooled[channel] = total[channel] / cells;
        total[channel] /= 64.0F;
    }
}

std::atomic<int> most_numbers{LANES};  // that a vector may hold

// Compiles a pass also for processors with wider vectors; the program selects the variant when it runs.
#if defined(__x86_64__) && !defined(_WIN32)
using Eight = float __attribute__((vector_size(32)));
using Sixteen = float __attribute__((vector_size(64)));

int widest() {
    static const int found = __builtin_cpu_supports("avx512f") ? 16 : __builtin_cpu_supports("avx2") ? 8 : 4;
    return std::min(found, most_numbers.load(std::memory_order_relaxed));
}

#define SAPPER_VARIANTS(name, parameters, arguments)                                                         \
    namespace {                                                                                              \
    __attribute__((target("avx2"))) void name##_eight parameters { name##_with<Eight, 4> arguments; }        \
    __attribute__((target("avx512f"))) void name##_sixteen parameters { name##_with<Sixteen, 8> arguments; } \
    }                                                                                                        \
    void name parameters {                                                                                   \
        const int width = widest();                                                                          \
        if (width >= 16) return name##_sixteen arguments;                                                    \
        if (width >= 8) return name##_eight arguments;                                                       \
        name##_with<Four, 2> arguments;                                                                      \
    }
#else
#define SAPPER_VARIANTS(name, parameters, arguments) \
    void name parameters { name##_with<Four, 4> arguments; }
#endif

}  // namespace

SAPPER_VARIANTS(convolve,
                (const FeatureMap& input, const Convolution& convolution, const float* bias, After after,
                 FeatureMap& output, Memory& memory),
                (input, convolution, bias, after, output, memory))
SAPPER_VARIANTS(normalise, (const FeatureMap& input, const float* scale, const float* shift, FeatureMap& output),
                (input, scale, shift, output))
SAPPER_VARIANTS(pool, (const FeatureMap& input, const Linear& layer, float* pooled, Memory& memory),
                (input, layer, pooled, memory))

Convolution::Convolution(int in_channels, int out_channels, std::span<const float> plain,
                         std::span<const float> offsets)
    : in(whole_lanes(in_channels)), out(whole_lanes(out_channels)) {
    bias.assign(static_cast<std::size_t>(out), 0.0F);
    std::copy(offsets.begin(), offsets.end(), bias.begin());
    weights.assign(static_cast<std::size_t>(POSITIONS) * in * out, 0.0F);
    for (int o = 0; o < out_channels; ++o)
        for (int i = 0; i < in_channels; ++i) {
            const float* nine = plain.data() + (static_cast<std::size_t>(o) * in_channels + i) * 9;
            for (int row = 0; row < SIDE; ++row)
                for (int col = 0; col < SIDE; ++col) {
                    double sum = 0;
                    for (int y = 0; y < 3; ++y)
                        for (int x = 0; x < 3; ++x) sum += WEIGHTS[row][y] * WEIGHTS[col][x] * nine[y * 3 + x];
                    const std::size_t block = static_cast<std::size_t>(row * SIDE + col) * (out / LANES) + o / LANES;
                    weights[(block * in + i) * LANES + o % LANES] = static_cast<float>(sum);
                }
        }
}

Linear::Linear(int in_numbers, int out_numbers, std::span<const float> plain, std::span<const float> offsets)
    : in(in_numbers), out(out_numbers), weights(plain.size()), bias(offsets.begin(), offsets.end()) {
    for (int o = 0; o < out; ++o)
        for (int i = 0; i < in; ++i)
            weights[(static_cast<std::size_t>(o / LANES) * in + i) * LANES + o % LANES] =
                plain[static_cast<std::size_t>(o) * in + i];
}

void apply(const Linear& layer, const float* input, const float* more, float* output) {
    multiply<Four, 1>(input, layer.weights.data(), 1, layer.in, layer.out, output);
    for (int o = 0; o < layer.out; ++o) output[o] = output[o] + layer.bias[o] + more[o];
}

void mean(const FeatureMap& input, float* means) {
    const int channels = input.channels();
    std::fill_n(means, channels, 0.0F);
    for (int row = 0; row < input.rows(); ++row)
        for (int col = 0; col < input.cols(); ++col)
            for (int channel = 0; channel < channels; ++channel) means[channel] += input.at(row, col)[channel];
    for (int channel = 0; channel < channels; ++channel)
        means[channel] /= static_cast<float>(input.rows() * input.cols());
}

float weighted_sum(const float* numbers, const float* weights, int channels, float bias) {
    float lanes[LANES] = {};
    for (int channel = 0; channel < channels; channel += LANES)
        for (int lane = 0; lane < LANES; ++lane) lanes[lane] += numbers[channel + lane] * weights[channel + lane];
    return sum_of_lanes(lanes) + bias;
}

void limit_vectors(int numbers) { most_numbers = numbers; }

}  // namespace sapper::passes

#undef SAPPER_VARIANTS
#undef SAPPER_INLINE
