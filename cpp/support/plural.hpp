// Counts in sentences: the number and the noun in its right form.
#pragma once

#include <cstdint>
#include <string>

namespace sapper {

// "1 mine", "2 mines".
inline std::string counted(std::int64_t count, const char* noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace sapper
