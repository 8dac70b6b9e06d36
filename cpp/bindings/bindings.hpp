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

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "game/game.hpp"
#include "game/view.hpp"
#include "support/interruption.hpp"

namespace sapper::bindings {

namespace nb = nanobind;
using namespace nb::literals;

using Cells = std::vector<std::pair<int, int>>;

// A game and the cells opened by its last move; both keep their memory from move to move.
struct BoundGame {
    sapper::Game game;
    std::vector<int> opened;
};

// Lets Ctrl-C end long work of this thread: Python's signals are checked twenty times a second.
class Interruptible {
public:
    Interruptible()
        : hook_([] {
              // The clock is read at every few calls only: most work ends earlier, and calls come every few
              // milliseconds.
              if (++calls_ % FEW != 0) return;
              const auto now = Clock::now();
              if (now < next_) return;
              next_ = now + std::chrono::milliseconds(50);
              nb::gil_scoped_acquire lock;
              if (PyErr_CheckSignals() != 0) throw nb::python_error();
          }) {}

private:
    using Clock = std::chrono::steady_clock;
    static constexpr unsigned FEW = 8;
    static inline constinit thread_local unsigned calls_ = 0;
    static inline thread_local Clock::time_point next_{};
    sapper::InterruptionHook hook_;
};

// Releases Python's lock for long work that Ctrl-C can still end.
class Unlocked {
    nb::gil_scoped_release unlock_;
    Interruptible interruptible_;
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

// Makes an object of a bound class, or of a Python class derived from it, that holds T(arguments...). It takes a
// fraction of the time of a call of the class in Python, which looks its constructor up and packs a tuple for it.
template <class T, class... Arguments>
nb::object make_instance(nb::handle type, Arguments&&... arguments) {
    if (!PyType_Check(type.ptr()) || !PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type.ptr()),
                                                       reinterpret_cast<PyTypeObject*>(nb::type<T>().ptr())))
        throw nb::type_error("the class is not derived from the core's class");
    nb::object made = nb::inst_alloc(type);
    new (nb::inst_ptr<T>(made)) T(std::forward<Arguments>(arguments)...);
    nb::inst_mark_ready(made);
    return made;
}

// Ends the thinking of the call that it was passed to, from any thread.
struct Stop {
    std::atomic<bool> is_set{false};
};

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
void bind_deep(nb::module_& m);
void bind_deep_network(nb::module_& m);
void bind_facade(nb::module_& m);

}  // namespace sapper::bindings
