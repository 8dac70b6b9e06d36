// A growing array for the millions of small records of a wide position.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sapper {

// Blocks of memory. Large blocks are remapped instead of copied when they grow, and ask for huge pages, because most of
// their cost would be the first access to each page. Throws std::bad_alloc.
namespace pages {
void* resize(void* block, std::size_t from, std::size_t to);
void release(void* block, std::size_t size);
}  // namespace pages

// Unlike std::vector, it leaves new entries uninitialised, and does not copy its contents when it grows large.
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
    ~Store() { pages::release(data_, capacity_ * sizeof(T)); }

    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    bool empty() const { return size_ == 0; }
    T* data() { return data_; }
    const T* data() const { return data_; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }

    void clear() { size_ = 0; }
    // New entries are uninitialised.
    void resize(std::size_t size) {
        if (size > capacity_) grow(size);
        size_ = size;
    }
    void push_back(T value) {
        if (size_ == capacity_) grow(size_ + 1);
        data_[size_++] = value;
    }
    // Appends `count` uninitialised entries and returns the first of them.
    T* extend(std::size_t count) {
        const std::size_t first = size_;
        resize(size_ + count);
        return data_ + first;
    }
    void swap(Store& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

private:
    void grow(std::size_t needed) {
        std::size_t capacity = capacity_ + capacity_ / 2;
        if (capacity < needed) capacity = needed;
        if (capacity < 64) capacity = 64;
        data_ = static_cast<T*>(pages::resize(data_, capacity_ * sizeof(T), capacity * sizeof(T)));
        capacity_ = capacity;
    }

    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace sapper
