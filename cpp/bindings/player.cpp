// Whole games in native code.
#include "player.hpp"

#include "bindings/bindings.hpp"
#include "rules.hpp"

namespace sapper::bindings {

namespace {

// One array a column of the results of whole games.
nb::dict columns(const std::vector<sapper::GameResult>& games) {
    nb::dict table;
    const auto column = [&]<class T>(const char* name, T sapper::GameResult::* field) {
        auto* data = new T[games.size() + 1];
        nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
        for (std::size_t i = 0; i < games.size(); ++i) data[i] = games[i].*field;
        table[name] = nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {games.size()}, owner);
    };
    column("won", &sapper::GameResult::won);
    column("steps", &sapper::GameResult::steps);
    column("guesses", &sapper::GameResult::guesses);
    column("opened", &sapper::GameResult::opened);
    column("hits", &sapper::GameResult::hits);
    column("luck", &sapper::GameResult::luck);
    column("seconds", &sapper::GameResult::seconds);
    return table;
}

// A choice, in the pairs of Python.
struct BoundChoice {
    sapper::Choice choice;
    int cols;

    nb::tuple pair(int cell) const { return nb::make_tuple(cell / cols, cell % cols); }
    nb::list cells_of(const std::vector<int>& cells) const {
        nb::list pairs;
        for (int cell : cells) pairs.append(pair(cell));
        return pairs;
    }
};

}  // namespace

void bind_player(nb::module_& m) {
    nb::list names;
    for (const char* name : sapper::native_agents()) names.append(name);
    m.attr("NATIVE_AGENTS") = nb::tuple(names);
    m.def(
        "play_games",
        [](const std::string& agent, const sapper::Rules& rules, std::uint64_t seed, std::uint64_t first,
           std::size_t count, int start, int threads) {
            std::vector<sapper::GameResult> games(count);
            {
                nb::gil_scoped_release unlock;
                sapper::play_games(agent, rules, seed, first, start, threads, games);
            }
            return columns(games);
        },
        "agent"_a, "rules"_a, "seed"_a, "first"_a, "count"_a, "start"_a, "threads"_a,
        "Play games `first` .. `first + count - 1` of stream `seed` (start -1: the agent's choice).");
    m.def(
        "play_boards",
        [](const std::string& agent, const sapper::Rules& rules, const std::vector<std::vector<int>>& mines,
           const std::vector<int>& starts, std::uint64_t seed, std::uint64_t first, int threads) {
            if (mines.size() != starts.size()) throw std::invalid_argument("as many starts as boards, please");
            std::vector<sapper::GameResult> games(mines.size());
            {
                nb::gil_scoped_release unlock;
                std::vector<sapper::Board> boards;
                for (const auto& cells : mines)
                    boards.push_back(sapper::board_from_mines(rules.rows, rules.cols, cells));
                sapper::play_boards(agent, rules, boards, starts, seed, first, threads, games);
            }
            return columns(games);
        },
        "agent"_a, "rules"_a, "mines"_a, "starts"_a, "seed"_a, "first"_a, "threads"_a,
        "Play given boards; (seed, first + i) feed the agent's draws in game i.");
    nb::class_<BoundChoice>(m, "Choice", "What a native agent would do, and what it knows about it.")
        .def_prop_ro("cells", [](const BoundChoice& self) { return self.cells_of(self.choice.cells); })
        .def_prop_ro("certain", [](const BoundChoice& self) { return self.choice.certain; })
        .def_prop_ro("risk", [](const BoundChoice& self) { return self.choice.risk; })
        .def_prop_ro("win", [](const BoundChoice& self) { return self.choice.win; })
        .def_prop_ro("win_exact", [](const BoundChoice& self) { return self.choice.win_exact; })
        .def_prop_ro("kind", [](const BoundChoice& self) { return self.choice.kind; })
        .def_prop_ro("rivals", [](const BoundChoice& self) {
            nb::list rivals;
            for (const auto& rival : self.choice.rivals)
                rivals.append(nb::make_tuple(self.pair(rival.cell), rival.risk, rival.value));
            return rivals;
        });
    m.def(
        "choose",
        [](const std::string& agent, const sapper::View& view) {
            BoundChoice bound{{}, view.cols};
            nb::gil_scoped_release unlock;
            sapper::Field field;
            if (!field.load(view, false)) throw std::invalid_argument("no layout fits the position");
            if (field.unknown_count() == 0 && field.proven_safe().empty())
                throw std::invalid_argument("no covered cell is left to choose");
            sapper::make_agent(agent)->choose(field, bound.choice);
            return bound;
        },
        "agent"_a, "view"_a, "A native agent's choice. Certain: open all its cells; otherwise any one of them.");
}

}  // namespace sapper::bindings
