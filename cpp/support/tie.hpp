// When two risks or chances count as equal.
#pragma once

namespace sapper {

// Risks and chances that differ by no more than this count as equal: rounding alone makes them differ by less.
inline constexpr double TIE = 1e-12;

}  // namespace sapper
