// A slow twin of the network of sapper-deep, in double precision and cell by cell, and random files of weights.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "check.hpp"
#include "support/copied_bits.hpp"
#include "support/crc32.hpp"

namespace check {

using Bytes = std::vector<std::uint8_t>;

struct NetworkShape {
    int planes = 3, channels = 16, blocks = 2, gathered = 16;
    std::uint64_t pooling = 2;  // one bit per block
};

// A file of weights. `weights` holds them in its order.
class NetworkFile {
public:
    NetworkFile(Dice& dice, const NetworkShape& shape, double margin) : shape(shape) {
        const int c = shape.channels, g = shape.gathered;
        add(dice, shape.planes * 9 * c, shape.planes * 9, c);
        for (int block = 0; block < shape.blocks; ++block) {
            add_norm(dice, c);
            add(dice, c * c * 9, c * 9, c);
            add(dice, c * c * 9, c * 9, c);
            if (!pools(block)) continue;
            add(dice, c * g, c, g);
            add(dice, 3 * g * c, 3 * g, c);
        }
        add_norm(dice, c);
        add(dice, c, c, 1);
        add(dice, c, c, 1);
        std::vector<std::uint32_t> head = {static_cast<std::uint32_t>(shape.planes), static_cast<std::uint32_t>(c),
                                           static_cast<std::uint32_t>(shape.blocks), static_cast<std::uint32_t>(g)};
        for (const std::uint32_t each : head) put(each, 4);
        put(shape.pooling, 8);
        put(sapper::copied_bits<std::uint64_t>(margin), 8);
        for (const float weight : weights) put(sapper::copied_bits<std::uint32_t>(weight), 4);
    }

    bool pools(int block) const { return shape.pooling >> block & 1; }

    Bytes bytes() const { return with_head(body); }

    static Bytes with_head(const Bytes& body) {
        Bytes all;
        for (const char letter : std::string("sapper-deep\n")) all.push_back(static_cast<std::uint8_t>(letter));
        const std::uint32_t sum = sapper::crc32(body);
        for (int i = 0; i < 4; ++i) all.push_back(i == 0);
        for (int i = 0; i < 4; ++i) all.push_back(static_cast<std::uint8_t>(sum >> 8 * i));
        all.insert(all.end(), body.begin(), body.end());
        return all;
    }

    NetworkShape shape;
    std::vector<float> weights;
    Bytes body;

private:
    void add(Dice& dice, int count, int fan, int biases) {
        for (int i = 0; i < count; ++i)
            weights.push_back(static_cast<float>((dice.unit() - 0.5) * std::sqrt(12.0 / fan)));
        for (int i = 0; i < biases; ++i) weights.push_back(static_cast<float>(dice.unit() - 0.5));
    }
    void add_norm(Dice& dice, int channels) {
        for (int i = 0; i < channels; ++i) weights.push_back(static_cast<float>(dice.unit() + 0.5));
        for (int i = 0; i < channels; ++i) weights.push_back(static_cast<float>(dice.unit() - 0.5));
    }
    void put(std::uint64_t value, int size) {
        for (int i = 0; i < size; ++i) body.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    }
};

// What the network of a file answers.
class SlowNetwork {
public:
    SlowNetwork(const NetworkFile& file, int rows, int cols) : file_(file), rows_(rows), cols_(cols) {}

    // The correction of every cell, and after them that of the position.
    std::vector<double> run(const std::vector<float>& planes) {
        next_ = file_.weights.data();
        const int c = file_.shape.channels, cells = rows_ * cols_;
        Planes x = convolved(Planes(planes.begin(), planes.end()), c);
        for (int block = 0; block < file_.shape.blocks; ++block) {
            const Planes normal = normalised(x);
            Planes inner = convolved(normal, c);
            const float* second = next_;
            if (file_.pools(block)) {
                next_ += c * c * 9 + c;
                add_pooled(normal, inner);
            }
            const float* after = next_;
            if (file_.pools(block)) next_ = second;
            for (double& value : inner) value = std::max(value, 0.0);
            const Planes step = convolved(inner, c);
            if (file_.pools(block)) next_ = after;
            for (std::size_t i = 0; i < x.size(); ++i) x[i] += step[i];
        }
        x = normalised(x);
        std::vector<double> answer;
        for (int cell = 0; cell < cells; ++cell) {
            double sum = next_[c];
            for (int i = 0; i < c; ++i) sum += next_[i] * x[i * cells + cell];
            answer.push_back(sum);
        }
        next_ += c + 1;
        double win = next_[c];
        for (int i = 0; i < c; ++i)
            for (int cell = 0; cell < cells; ++cell) win += next_[i] * x[i * cells + cell] / cells;
        answer.push_back(win);
        CHECK(next_ + c + 1 == file_.weights.data() + file_.weights.size());
        return answer;
    }

private:
    using Planes = std::vector<double>;  // one plane after the other

    Planes convolved(const Planes& input, int out) {
        const int cells = rows_ * cols_, in = static_cast<int>(input.size()) / cells;
        Planes output;
        for (int o = 0; o < out; ++o)
            for (int row = 0; row < rows_; ++row)
                for (int col = 0; col < cols_; ++col) {
                    double sum = next_[out * in * 9 + o];
                    for (int i = 0; i < in; ++i)
                        for (int y = std::max(row - 1, 0); y <= std::min(row + 1, rows_ - 1); ++y)
                            for (int x = std::max(col - 1, 0); x <= std::min(col + 1, cols_ - 1); ++x)
                                sum += next_[(o * in + i) * 9 + (y - row + 1) * 3 + x - col + 1] *
                                       input[i * cells + y * cols_ + x];
                    output.push_back(sum);
                }
        next_ += out * in * 9 + out;
        return output;
    }

    Planes normalised(const Planes& input) {
        const int cells = rows_ * cols_, c = file_.shape.channels;
        Planes output(input.size());
        for (int cell = 0; cell < cells; ++cell) {
            double powers = 0;
            for (int i = 0; i < c; ++i) powers += input[i * cells + cell] * input[i * cells + cell];
            const double root = std::sqrt(powers / c + 1e-5);
            for (int i = 0; i < c; ++i)
                output[i * cells + cell] = std::max(input[i * cells + cell] / root * next_[i] + next_[c + i], 0.0);
        }
        next_ += 2 * c;
        return output;
    }

    void add_pooled(const Planes& normal, Planes& inner) {
        const int cells = rows_ * cols_, c = file_.shape.channels, g = file_.shape.gathered;
        std::vector<double> pooled(3 * g);
        for (int o = 0; o < g; ++o)
            for (int cell = 0; cell < cells; ++cell) {
                double sum = next_[g * c + o];
                for (int i = 0; i < c; ++i) sum += next_[o * c + i] * normal[i * cells + cell];
                sum = std::max(sum, 0.0);
                pooled[o] += sum / cells, pooled[g + o] = std::max(pooled[g + o], sum), pooled[2 * g + o] += sum / 64;
            }
        next_ += g * c + g;
        for (int o = 0; o < c; ++o) {
            double sum = next_[3 * g * c + o];
            for (int i = 0; i < 3 * g; ++i) sum += next_[o * 3 * g + i] * pooled[i];
            for (int cell = 0; cell < cells; ++cell) inner[o * cells + cell] += sum;
        }
        next_ += 3 * g * c + c;
    }

    const NetworkFile& file_;
    int rows_, cols_;
    const float* next_ = nullptr;
};

}  // namespace check
