// Whole games in native code.
#include "players/player.hpp"

#include <algorithm>
#include <atomic>
#include <type_traits>

#include "bindings/bindings.hpp"
#include "game/rules.hpp"
#include "players/deep_adviser.hpp"

namespace sapper::bindings {

namespace {

// The results of games as one array per column. Columns of guesses hold the guesses of all games one after another.
nb::dict columns(const std::vector<sapper::GameResult>& games) {
    nb::dict table;
    const auto put = [&]<class T>(const char* name, const auto& items, T std::decay_t<decltype(items[0])>::* field) {
        auto* data = new T[items.size() + 1];
        nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
        for (std::size_t i = 0; i < items.size(); ++i) data[i] = items[i].*field;
        table[name] = nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {items.size()}, owner);
    };
    const auto column = [&]<class T>(const char* name, T sapper::GameResult::* field) { put(name, games, field); };
    column("won", &sapper::GameResult::won);
    column("steps", &sapper::GameResult::steps);
    column("guesses", &sapper::GameResult::guesses);
    column("opened", &sapper::GameResult::opened);
    column("hits", &sapper::GameResult::hits);
    column("luck", &sapper::GameResult::luck);
    column("seconds", &sapper::GameResult::seconds);
    std::vector<sapper::MadeGuess> made;
    for (const auto& game : games) made.insert(made.end(), game.made.begin(), game.made.end());
    put("risks", made, &sapper::MadeGuess::risk);
    put("stated_win", made, &sapper::MadeGuess::win);
    put("stated_exact", made, &sapper::MadeGuess::win_exact);
    put("survived", made, &sapper::MadeGuess::survived);
    double* facts;
    table["facts"] = new_array(made.size(), std::tuple_size_v<sapper::Facts>, facts);
    for (const auto& guess : made) facts = std::copy(guess.facts.begin(), guess.facts.end(), facts);
    return table;
}

sapper::Thinking thinking_of(double seconds, int layouts, const Stop* stop) {
    if (!(seconds >= 0)) throw std::invalid_argument("the time to think must be at least 0 seconds");
    if (layouts < 0) throw std::invalid_argument("the number of layouts to think about must be at least 0");
    return {seconds, stop ? &stop->is_set : nullptr, layouts};
}

// A choice, with cells as Python pairs.
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

void bind_games(nb::module_& m) {
    m.def(
        "play_games",
        [](const std::string& agent, const sapper::Rules& rules, std::uint64_t seed, std::uint64_t first,
           std::size_t count, int start, int threads, double think, int layouts, const Stop* stop) {
            std::vector<sapper::GameResult> games(count);
            const auto thinking = thinking_of(think, layouts, stop);
            {
                const Unlocked unlocked;
                sapper::play_games(agent, rules, seed, first, start, threads, games, thinking);
            }
            return columns(games);
        },
        "agent"_a, "rules"_a, "seed"_a, "first"_a, "count"_a, "start"_a, "threads"_a, "think"_a = 0.0, "layouts"_a = 0,
        "stop"_a = nb::none(),
        "Play games `first` .. `first + count - 1` of stream `seed` (start -1: the agent's choice). An agent that "
        "thinks takes `think` seconds per guess. If that is 0 it draws `layouts` layouts, or its default number if "
        "that "
        "is 0 too. Once `stop` is set it stops thinking, and the games end soon.");
    m.def(
        "play_boards",
        [](const std::string& agent, const sapper::Rules& rules, const std::vector<std::vector<int>>& mines,
           const std::vector<int>& starts, std::uint64_t seed, std::uint64_t first, int threads, double think,
           int layouts, const Stop* stop) {
            const auto thinking = thinking_of(think, layouts, stop);
            if (mines.size() != starts.size()) throw std::invalid_argument("there must be one start per board");
            std::vector<sapper::GameResult> games(mines.size());
            {
                const Unlocked unlocked;
                std::vector<sapper::Board> boards;
                for (const auto& cells : mines)
                    boards.push_back(sapper::board_from_mines(rules.rows, rules.cols, cells));
                sapper::play_boards(agent, rules, boards, starts, seed, first, threads, games, thinking);
            }
            return columns(games);
        },
        "agent"_a, "rules"_a, "mines"_a, "starts"_a, "seed"_a, "first"_a, "threads"_a, "think"_a = 0.0, "layouts"_a = 0,
        "stop"_a = nb::none(), "Play given boards; (seed, first + i) determine the agent's random draws in game i.");
}

void bind_choice(nb::module_& m) {
    nb::class_<BoundChoice>(m, "Choice",
                            "The choice of a native agent, with risk, chance to win and the rivals of the cell.")
        .def_prop_ro("cells", [](const BoundChoice& self) { return self.cells_of(self.choice.cells); })
        .def_prop_ro("certain", [](const BoundChoice& self) { return self.choice.certain; })
        .def_prop_ro("risk", [](const BoundChoice& self) { return self.choice.risk; })
        .def_prop_ro("win", [](const BoundChoice& self) { return self.choice.win; })
        .def_prop_ro("win_exact", [](const BoundChoice& self) { return self.choice.win_exact; })
        .def_prop_ro("kind", [](const BoundChoice& self) { return self.choice.kind; })
        .def_prop_ro("facts", [](const BoundChoice& self) { return self.choice.facts; })
        .def_prop_ro("rivals", [](const BoundChoice& self) {
            nb::list rivals;
            for (const auto& rival : self.choice.rivals)
                rivals.append(nb::make_tuple(self.pair(rival.cell), rival.risk, rival.value));
            return rivals;
        });
    m.def(
        "choose",
        [](const std::string& agent, const sapper::View& view, double think, const Stop* stop, int layouts) {
            BoundChoice bound{{}, view.cols};
            const auto thinking = thinking_of(think, layouts, stop);
            const Unlocked unlocked;
            sapper::choose_in_view(agent, view, thinking, bound.choice);
            return bound;
        },
        "agent"_a, "view"_a, "think"_a = 0.0, "stop"_a = nb::none(), "layouts"_a = 0,
        "A native agent's choice. Certain: open all its cells; otherwise any one of them. An agent that thinks takes "
        "`think` seconds, or until `stop` is set. If `think` is 0 it draws `layouts` layouts, or its default number if "
        "that is 0 too.");
}

}  // namespace

void bind_player(nb::module_& m) {
    nb::list names;
    for (const char* name : sapper::native_agents()) names.append(name);
    m.attr("NATIVE_AGENTS") = nb::tuple(names);
    nb::list thinkers;
    for (const char* name : sapper::thinking_agents()) thinkers.append(name);
    m.attr("THINKING_AGENTS") = nb::tuple(thinkers);
    m.attr("WEIGHTS_SUFFIX") = sapper::WEIGHTS_SUFFIX;
    nb::class_<Stop>(
        m, "Stop",
        "Ends the thinking of the call that it was passed to, from any thread: the best move so far is the answer.")
        .def(nb::init<>())
        .def(
            "set", [](Stop& self) { self.is_set = true; }, "End the thinking.")
        .def_prop_ro("is_set", [](const Stop& self) { return self.is_set.load(); });
    bind_games(m);
    bind_choice(m);
}

}  // namespace sapper::bindings
