// Sums over columns of numbers, in the order in which numpy adds: the last bit of a stated chance stays what it was
// when numpy computed it.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace sapper::facade {

// In halves down to blocks of 128, and within a block in eight partial sums.
inline double pairwise_sum(const double* values, std::size_t count) {
    if (count < 8) {
        double sum = -0.0;
        for (std::size_t i = 0; i < count; ++i) sum += values[i];
        return sum;
    }
    if (count <= 128) {
        double part[8];
        for (int j = 0; j < 8; ++j) part[j] = values[j];
        std::size_t i = 8;
        for (; i < count - count % 8; i += 8)
            for (std::size_t j = 0; j < 8; ++j) part[j] += values[i + j];
        double sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
        for (; i < count; ++i) sum += values[i];
        return sum;
    }
    std::size_t half = count / 2;
    half -= half % 8;
    return pairwise_sum(values, half) + pairwise_sum(values + half, count - half);
}

// The sums of the columns of a row-major table. numpy adds several columns row by row, and a single one pairwise.
inline std::vector<double> column_sums(const std::vector<double>& values, std::size_t columns) {
    if (columns == 1) return {pairwise_sum(values.data(), values.size())};
    std::vector<double> sums(columns, 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) sums[i % columns] += values[i];
    return sums;
}

// The standard error of the mean of values.
inline double standard_error(std::vector<double> values) {
    const auto count = static_cast<double>(values.size());
    const double mean = pairwise_sum(values.data(), values.size()) / count;
    for (double& value : values) value = (value - mean) * (value - mean);
    return std::sqrt(pairwise_sum(values.data(), values.size()) / count) / std::sqrt(count);
}

}  // namespace sapper::facade
