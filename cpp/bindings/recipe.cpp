// Whole games of agents that consist of steps.
#include "players/recipe.hpp"

#include "bindings/bindings.hpp"

namespace sapper::bindings {

namespace {

template <class T, class Each>
void add_column(nb::dict& table, const char* name, std::size_t count, Each&& each) {
    auto* data = new T[count + 1];
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    for (std::size_t i = 0; i < count; ++i) data[i] = each(i);
    table[name] = nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {count}, owner);
}

// The results as one array per column. Columns of guesses hold the guesses of all games one after another.
nb::dict columns_of(const std::vector<sapper::RecipeResult>& games) {
    using Result = sapper::RecipeResult;
    nb::dict table;
    const auto column = [&]<class T>(const char* name, T Result::* field) {
        add_column<T>(table, name, games.size(), [&](std::size_t i) { return games[i].*field; });
    };
    column("won", static_cast<bool Result::*>(&Result::won));
    column("steps", static_cast<int Result::*>(&Result::steps));
    column("guesses", static_cast<int Result::*>(&Result::guesses));
    column("opened", static_cast<int Result::*>(&Result::opened));
    column("hits", static_cast<int Result::*>(&Result::hits));
    column("luck", static_cast<double Result::*>(&Result::luck));
    column("seconds", static_cast<double Result::*>(&Result::seconds));
    column("flags_right", &Result::flags_right);
    column("flags_wrong", &Result::flags_wrong);
    column("time_outs", &Result::time_outs);
    nb::list ends;
    std::vector<double> risks;
    std::vector<std::uint8_t> survived;
    for (const auto& game : games) {
        ends.append(game.end);
        risks.insert(risks.end(), game.risks.begin(), game.risks.end());
        survived.insert(survived.end(), game.survived.begin(), game.survived.end());
    }
    table["end"] = nb::module_::import_("numpy").attr("array")(ends, nb::str("U10"));
    add_column<double>(table, "risks", risks.size(), [&](std::size_t i) { return risks[i]; });
    add_column<bool>(table, "survived", survived.size(), [&](std::size_t i) { return survived[i] != 0; });
    return table;
}

}  // namespace

void bind_recipe(nb::module_& m) {
    nb::class_<sapper::Recipe>(m, "Recipe", "An agent that consists of a list of steps and a rule for guessing.")
        .def(
            "__init__",
            [](sapper::Recipe* self, const std::vector<std::string>& steps, const std::string& rule, bool elsewhere,
               bool flags, bool one_by_one) {
                sapper::Recipe recipe{{}, sapper::guess_rule_named(rule), elsewhere, flags, one_by_one};
                for (const auto& step : steps) recipe.steps.push_back(sapper::step_named(step));
                new (self) sapper::Recipe(std::move(recipe));
            },
            "steps"_a, "rule"_a, "elsewhere"_a, "flags"_a, "one_by_one"_a)
        .def(
            "play_games",
            [](const sapper::Recipe& recipe, const sapper::Rules& rules, std::uint64_t seed, std::uint64_t first,
               std::size_t count, int start, int threads) {
                std::vector<sapper::RecipeResult> games(count);
                {
                    const Unlocked unlocked;
                    sapper::play_games(recipe, rules, seed, first, start, threads, games);
                }
                return columns_of(games);
            },
            "rules"_a, "seed"_a, "first"_a, "count"_a, "start"_a, "threads"_a,
            "Play games `first` .. `first + count - 1` of stream `seed` (start -1: the agent's choice).")
        .def(
            "play_boards",
            [](const sapper::Recipe& recipe, const sapper::Rules& rules, const std::vector<std::vector<int>>& mines,
               const std::vector<int>& starts, std::uint64_t seed, std::uint64_t first, int threads) {
                if (mines.size() != starts.size()) throw std::invalid_argument("there must be one start per board");
                std::vector<sapper::RecipeResult> games(mines.size());
                {
                    const Unlocked unlocked;
                    std::vector<sapper::Board> boards;
                    for (const auto& cells : mines)
                        boards.push_back(sapper::board_from_mines(rules.rows, rules.cols, cells));
                    sapper::play_boards(recipe, rules, boards, starts, seed, first, threads, games);
                }
                return columns_of(games);
            },
            "rules"_a, "mines"_a, "starts"_a, "seed"_a, "first"_a, "threads"_a,
            "Play given boards; (seed, first + i) determine the agent's random draws in game i.");
}

}  // namespace sapper::bindings
