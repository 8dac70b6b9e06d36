// What the bindings share. They take arrays and return plain values.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "game/game.hpp"
#include "game/view.hpp"
#include "support/meter.hpp"

namespace sapper::bindings {

namespace nb = nanobind;
using namespace nb::literals;

using Cells = std::vector<std::pair<int, int>>;

// A game and the cells opened by its last move; both keep their memory from move to move.
struct BoundGame {
    sapper::Game game;
    std::vector<int> opened;
};

// Releases Python's lock for long work that Ctrl-C can still end: signals are checked ten times a second.
class Unlocked {
public:
    Unlocked() {
        // Most work ends earlier, so the clock is read only after many calls.
        calls_ = 0;
        sapper::interruption_hook = [] {
            if (++calls_ < SHORT || Clock::now() < next_) return;
            next_ = Clock::now() + std::chrono::milliseconds(100);
            nb::gil_scoped_acquire lock;
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        };
    }
    ~Unlocked() { sapper::interruption_hook = nullptr; }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    static constexpr int SHORT = 1000;
    static inline thread_local int calls_ = 0;
    static inline thread_local Clock::time_point next_{};
    nb::gil_scoped_release unlock_;
};

inline void check_size(std::size_t rows, std::size_t cols) {
    if (rows > sapper::MAX_SIDE || cols > sapper::MAX_SIDE || rows * cols > static_cast<std::size_t>(sapper::MAX_CELLS))
        throw std::invalid_argument("a board has at most " + std::to_string(sapper::MAX_CELLS) + " cells and " +
                                    std::to_string(sapper::MAX_SIDE) + " a side");
}

// A new numpy array that owns its memory.
template <class T>
auto new_array(std::size_t rows, std::size_t cols, T*& data) {
    data = new T[rows * cols];
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<2>>(data, {rows, cols}, owner);
}

// Each is defined in the file of its name.
void bind_view(nb::module_& m);
void bind_game(nb::module_& m);
void bind_notation(nb::module_& m);
void bind_solver(nb::module_& m);
void bind_player(nb::module_& m);
void bind_optimum(nb::module_& m);
void bind_no_guess(nb::module_& m);
void bind_outlook(nb::module_& m);
void bind_choose_many(nb::module_& m);
void bind_knowledge(nb::module_& m);
void bind_recipe(nb::module_& m);
void bind_fleet(nb::module_& m);

}  // namespace sapper::bindings
