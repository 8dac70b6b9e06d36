#include "support/store.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace sapper::pages {

#ifdef __linux__

namespace {

constexpr std::size_t LARGE = std::size_t{2} << 20;  // also the size of a huge page

std::size_t round_up(std::size_t size) { return (size + LARGE - 1) / LARGE * LARGE; }

}  // namespace

void* resize(void* block, std::size_t from, std::size_t to) {
    void* grown;
    if (to < LARGE) {
        grown = std::realloc(block, to);
    } else {
        grown = from < LARGE ? mmap(nullptr, round_up(to), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                             : mremap(block, round_up(from), round_up(to), MREMAP_MAYMOVE);
        if (grown == MAP_FAILED) throw std::bad_alloc();
        madvise(grown, round_up(to), MADV_HUGEPAGE);  // a hint: the result does not depend on it
        if (from < LARGE && block) {
            std::memcpy(grown, block, from);
            std::free(block);
        }
    }
    if (!grown) throw std::bad_alloc();
    return grown;
}

void release(void* block, std::size_t size) {
    if (size < LARGE)
        std::free(block);
    else
        munmap(block, round_up(size));
}

#else

void* resize(void* block, std::size_t, std::size_t to) {
    void* grown = std::realloc(block, to);
    if (!grown) throw std::bad_alloc();
    return grown;
}

void release(void* block, std::size_t) { std::free(block); }

#endif

}  // namespace sapper::pages
