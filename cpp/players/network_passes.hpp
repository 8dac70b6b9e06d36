// The layers of a network over a board, in single precision and with the same bits on every machine.
//
// Each lane of a vector holds another channel, every sum runs in one fixed order, and multiply and add are never fused.
// So the results do not depend on the width of the processor's vectors. All numbers of channels are multiples of LANES.
#pragma once

#include <span>
#include <vector>

#include "players/feature_map.hpp"

namespace sapper::passes {

// A convolution 3x3 by Winograd's method F(4x4, 3x3): each patch of 4x4 cells with the cells around it is transformed
// to 6x6 numbers, and the convolution becomes 36 products of small matrices, with a quarter of the multiplications.
struct Convolution {
    int in = 0, out = 0;
    Floats weights;  // transformed: [36 positions][block of LANES channels out][channel in][LANES]
    Floats bias;

    // From weights in the order [out][in][3][3]. Missing channels get zeros.
    Convolution(int in, int out, std::span<const float> weights, std::span<const float> bias);
};

// The memory of the passes. It keeps its size from call to call.
struct Memory {
    Floats patches, products, line;
};

enum class After {
    Nothing,
    Positive,
    Add
};  // what is done with a result: as it is, at least 0, or added to the output

// Each cell of the output becomes the convolution of the input plus `bias`, which has one number a channel.
void convolve(const FeatureMap& input, const Convolution& convolution, const float* bias, After after,
              FeatureMap& output, Memory& memory);

// output = max(0, input / RMS of the channels of the cell * scale + shift).
void normalise(const FeatureMap& input, const float* scale, const float* shift, FeatureMap& output);

// Weights of a layer that looks at one cell, or at one list of numbers: [block of LANES out][in][LANES], and biases.
struct Linear {
    int in = 0, out = 0;
    Floats weights, bias;

    // From weights in the order [out][in].
    Linear(int in, int out, std::span<const float> weights, std::span<const float> bias);
};

// The mean, the greatest and the sum / 64 over the board of max(0, layer(cell)): three times layer.out numbers.
void pool(const FeatureMap& input, const Linear& layer, float* pooled, Memory& memory);

// output = layer(input) + more, for one list of numbers.
void apply(const Linear& layer, const float* input, const float* more, float* output);

// The mean of each channel over the board.
void mean(const FeatureMap& input, float* means);

// The sum of weight times number over `channels` channels, plus the bias.
float weighted_sum(const float* numbers, const float* weights, int channels, float bias);

// Uses vectors of at most so many numbers, 4, 8 or 16. The results are the same; a test compares them.
void limit_vectors(int numbers);

}  // namespace sapper::passes
