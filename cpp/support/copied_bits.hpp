// The bits of a number as another type: std::bit_cast, which older libraries lack.
#pragma once

#include <cstring>

namespace sapper {

template <class To, class From>
To copied_bits(From from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

}  // namespace sapper
