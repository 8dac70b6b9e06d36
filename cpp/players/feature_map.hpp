// The features of every cell of a board, as the layers of a network pass them on.
#pragma once

#include <cstddef>

#include "support/aligned.hpp"

namespace sapper {

inline constexpr int LANES = 16;  // channels come in multiples of it

constexpr int whole_lanes(int channels) { return (channels + LANES - 1) / LANES * LANES; }

// `channels` numbers for each cell. The board is cut into patches of 4x4 cells, so its sides are rounded up to whole
// patches, and there is a border of one cell around them. Outside of the board every number is 0.
class FeatureMap {
public:
    static constexpr int PATCH = 4;

    void reset(int rows, int cols, int channels) {
        rows_ = rows, cols_ = cols, channels_ = channels;
        values_.assign(static_cast<std::size_t>(patch_rows() * PATCH + 2) * row_stride(), 0.0F);
    }

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    int channels() const { return channels_; }
    int patch_rows() const { return (rows_ + PATCH - 1) / PATCH; }
    int patch_cols() const { return (cols_ + PATCH - 1) / PATCH; }
    int patches() const { return patch_rows() * patch_cols(); }
    std::size_t row_stride() const { return static_cast<std::size_t>(patch_cols() * PATCH + 2) * channels_; }

    // The features of a cell, which those of the next cell of its row follow. The border has row and column -1.
    float* at(int row, int col) { return values_.data() + offset(row, col); }
    const float* at(int row, int col) const { return values_.data() + offset(row, col); }

private:
    std::size_t offset(int row, int col) const {
        return static_cast<std::size_t>(row + 1) * row_stride() + static_cast<std::size_t>(col + 1) * channels_;
    }

    int rows_ = 0, cols_ = 0, channels_ = 0;
    Floats values_;
};

}  // namespace sapper
