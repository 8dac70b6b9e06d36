// Arrays of floats that begin where a cache line begins, so that no vector of them lies in two lines.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace sapper {

template <class T>
struct LineAllocator {
    using value_type = T;
    static constexpr std::align_val_t LINE{64};

    LineAllocator() = default;
    template <class U>
    LineAllocator(const LineAllocator<U>&) {}

    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), LINE)); }
    void deallocate(T* data, std::size_t) { ::operator delete(data, LINE); }
    friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
};

using Floats = std::vector<float, LineAllocator<float>>;

}  // namespace sapper
