// The module. Only this folder knows Python. The lock is released during long work.
#include <new>

#include "bindings/bindings.hpp"

namespace {

// Where the system refuses memory, a call ends as it does where its own limits are too small.
void set_out_of_memory(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
        const auto type = nanobind::module_::import_("sapper.errors").attr("OutOfBudget");
        PyErr_SetString(type.ptr(), "the system has too little memory left for this; free some, or ask for less");
    }
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "Sapper's native core.";
    m.attr("MAX_CELLS") = sapper::MAX_CELLS;
    // The presets live as long as the interpreter. That is not a leak, so no warning is wanted at exit.
    nanobind::set_leak_warnings(false);
    nanobind::register_exception_translator(&set_out_of_memory);
    sapper::bindings::bind_view(m);
    sapper::bindings::bind_game(m);
    sapper::bindings::bind_notation(m);
    sapper::bindings::bind_solver(m);
    sapper::bindings::bind_player(m);
    sapper::bindings::bind_optimum(m);
    sapper::bindings::bind_no_guess(m);
    sapper::bindings::bind_outlook(m);
    sapper::bindings::bind_choose_many(m);
    sapper::bindings::bind_knowledge(m);
    sapper::bindings::bind_recipe(m);
    sapper::bindings::bind_fleet(m);
    sapper::bindings::bind_deep(m);
    sapper::bindings::bind_deep_network(m);
    sapper::bindings::bind_facade(m);
}
