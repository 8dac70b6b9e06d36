// Rounding of chances in messages.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "facade/refusal.hpp"

namespace sapper::facade {

// To that many decimals, as numpy.round does it. Without decimals nothing is rounded.
inline void round_all(std::vector<double>& values, const std::optional<int>& decimals) {
    if (!decimals) return;
    if (*decimals < 0 || *decimals > 17) throw malformed("decimals is a number from 0 to 17");
    const double scale = std::pow(10.0, *decimals);
    for (double& value : values) value = std::nearbyint(value * scale) / scale;
}

}  // namespace sapper::facade
