// A growing array for the millions of small records of a wide position.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>

#include <cstdint>
#endif

namespace sapper {

// Unlike a vector it leaves new entries unset, and grows by realloc, which moves the pages of a large block instead
// of copying them. Large blocks ask for large pages: most of their cost would be the first touch of each page.
template <class T>
class Store {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    Store() = default;
    Store(Store&& other) noexcept { swap(other); }
    Store& operator=(Store&& other) noexcept {
        Store(std::move(other)).swap(*this);
        return *this;
    }
    ~Store() { std::free(data_); }

    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    bool empty() const { return size_ == 0; }
    T* data() { return data_; }
    const T* data() const { return data_; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }

    void clear() { size_ = 0; }
    // New entries are unset.
    void resize(std::size_t size) {
        if (size > capacity_) grow(size);
        size_ = size;
    }
    void push_back(T value) {
        if (size_ == capacity_) grow(size_ + 1);
        data_[size_++] = value;
    }
    void swap(Store& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

private:
    static constexpr std::size_t LARGE = std::size_t{4} << 20;

    void grow(std::size_t needed) {
        std::size_t capacity = capacity_ + capacity_ / 2;
        if (capacity < needed) capacity = needed;
        if (capacity < 64) capacity = 64;
        void* grown = std::realloc(static_cast<void*>(data_), capacity * sizeof(T));
        if (!grown) throw std::bad_alloc();
        data_ = static_cast<T*>(grown);
        capacity_ = capacity;
#ifdef __linux__
        if (capacity * sizeof(T) >= LARGE) {
            constexpr std::uintptr_t PAGE = std::uintptr_t{2} << 20;
            const auto first = (reinterpret_cast<std::uintptr_t>(grown) + PAGE - 1) & ~(PAGE - 1);
            const auto last = (reinterpret_cast<std::uintptr_t>(grown) + capacity * sizeof(T)) & ~(PAGE - 1);
            if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);  // only a wish
        }
#endif
    }

    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace sapper
