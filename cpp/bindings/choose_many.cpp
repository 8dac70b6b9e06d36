// The choices of native agents in many views at once, as training targets.
#include "bindings/bindings.hpp"
#include "players/player.hpp"
#include "solver/field.hpp"
#include "support/threads.hpp"

namespace sapper::bindings {

void bind_choose_many(nb::module_& m) {
    m.def(
        "choose_many",
        [](const std::string& agent,
           const nb::ndarray<const std::int8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>& numbers,
           const std::vector<int>& mines, int threads) {
            const auto count = numbers.shape(0), rows = numbers.shape(1), cols = numbers.shape(2), cells = rows * cols;
            if (mines.size() != count) throw std::invalid_argument("there must be one mine count per view");
            check_size(rows, cols);
            auto* chosen = new bool[count * cells + 1]();
            nb::capsule owner(chosen, [](void* p) noexcept { delete[] static_cast<bool*>(p); });
            {
                const Unlocked unlocked;
                sapper::run_in_threads(count, threads, [&] {
                    return [&, player = std::shared_ptr(sapper::make_agent(agent)), field = sapper::Field{},
                            choice = sapper::Choice{}](std::size_t i) mutable {
                        const auto* first = numbers.data() + i * cells;
                        const sapper::View view{
                            static_cast<int>(rows), static_cast<int>(cols), mines[i], {first, first + cells}, {}};
                        sapper::check_well_formed(view);
                        if (!field.load(view, false)) throw std::invalid_argument("no layout fits a position");
                        if (field.unknown_count() == 0 && field.proven_safe().empty()) return;
                        choice.clear();
                        player->choose(field, choice);
                        for (int cell : choice.cells) chosen[i * cells + cell] = true;
                    };
                });
            }
            return nb::ndarray<nb::numpy, bool, nb::ndim<3>>(chosen, {count, rows, cols}, owner);
        },
        "agent"_a, "numbers"_a, "mines"_a, "threads"_a,
        "The cells among which a native agent would choose, in each of many views of one size; none where no "
        "covered cell is left.");
}

}  // namespace sapper::bindings
