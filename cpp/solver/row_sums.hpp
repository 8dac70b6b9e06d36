// Sums over rows of weights, for any type of weight. Files with many rows of doubles define faster overloads.
#pragma once

namespace sapper {

// out += weight * in.
template <class T>
inline void add_product(int count, const T& weight, const T* __restrict in, T* __restrict out) {
    for (int m = 0; m < count; ++m) out[m] += weight * in[m];
}

// Adds weight * beyond to `out`, and returns the inner product of weight * beyond and `reached`.
template <class T>
inline T add_and_multiply(int count, const T& weight, const T* __restrict beyond, const T* __restrict reached,
                          T* __restrict out) {
    T dot{};
    for (int m = 0; m < count; ++m) {
        const T rest = weight * beyond[m];
        out[m] += rest;
        dot += reached[m] * rest;
    }
    return dot;
}

}  // namespace sapper
