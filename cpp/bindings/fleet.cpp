// The learning environments: many games stepped in one call.
#include "fleet/fleet.hpp"

#include <mutex>
#include <string_view>

#include "bindings/bindings.hpp"

namespace sapper::bindings {

namespace {

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Marks = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Steps run without Python's lock, so two threads may use one fleet at once: the second gets an error.
struct BoundFleet {
    sapper::Fleet fleet;
    int threads;
    std::mutex guard;

    BoundFleet(const sapper::FleetSettings& settings, std::size_t games, int threads)
        : fleet(settings, games), threads(threads) {}
    BoundFleet(const sapper::FleetSettings& settings, std::size_t games, int threads, std::string_view saved)
        : fleet(settings, games, saved), threads(threads) {}

    std::unique_lock<std::mutex> alone() {
        std::unique_lock lock(guard, std::try_to_lock);
        if (!lock) throw std::runtime_error("another thread is stepping this environment");
        return lock;
    }
};

template <class Value>
Value named(const char* what, std::string_view name, std::initializer_list<std::pair<std::string_view, Value>> known) {
    for (const auto& [word, value] : known)
        if (word == name) return value;
    throw std::invalid_argument(std::string("no ") + what + " is called '" + std::string(name) + "'");
}

sapper::Reward reward_named(std::string_view name) {
    using enum sapper::Reward;
    return named<sapper::Reward>(
        "reward", name,
        {{"none", None}, {"win", Win}, {"progress", Progress}, {"mehta", Mehta}, {"risk-aware", Regret}});
}

sapper::Autoreset autoreset_named(std::string_view name) {
    using enum sapper::Autoreset;
    return named<sapper::Autoreset>("autoreset mode", name,
                                    {{"NextStep", NextStep}, {"SameStep", SameStep}, {"Disabled", Disabled}});
}

// A read-only array on memory of the fleet, which the array keeps alive.
template <class T, class Stored, class... Size>
auto window(BoundFleet& self, const std::vector<Stored>& values, Size... size) {
    static_assert(sizeof(T) == sizeof(Stored));
    return nb::ndarray<nb::numpy, const T, nb::ndim<sizeof...(Size)>>(
        reinterpret_cast<const T*>(values.data()), {static_cast<std::size_t>(size)...}, nb::find(self));
}

template <class T, class Stored>
auto by_cell(const std::vector<Stored>& (sapper::Fleet::*values)() const) {
    return [values](BoundFleet& self) {
        const auto& rules = self.fleet.settings().rules;
        const auto& found = (self.fleet.*values)();
        return window<T>(self, found, found.size() / self.fleet.cells(), rules.rows, rules.cols);
    };
}

template <class T, class Stored>
auto by_game(const std::vector<Stored>& (sapper::Fleet::*values)() const) {
    return [values](BoundFleet& self) { return window<T>(self, (self.fleet.*values)(), self.fleet.games()); };
}

// The results of the last call, as read-only arrays on the memory of the fleet.
void bind_arrays(nb::class_<BoundFleet>& fleet) {
    using sapper::Fleet;
    constexpr auto shared = nb::rv_policy::reference;
    fleet.def_prop_ro("numbers", by_cell<std::int8_t>(&Fleet::numbers), shared)
        .def_prop_ro("risks", by_cell<double>(&Fleet::risks), shared)
        .def_prop_ro("finals", by_cell<std::int8_t>(&Fleet::finals), shared)
        .def_prop_ro("final_risks", by_cell<double>(&Fleet::final_risks), shared)
        .def_prop_ro(
            "masks",
            [](BoundFleet& self) {
                return window<std::int8_t>(self, self.fleet.masks(), self.fleet.games(), self.fleet.actions());
            },
            shared)
        .def_prop_ro("rewards", by_game<double>(&Fleet::rewards), shared)
        .def_prop_ro("terminated", by_game<bool>(&Fleet::terminated), shared)
        .def_prop_ro("truncated", by_game<bool>(&Fleet::truncated), shared)
        .def_prop_ro("won", by_game<bool>(&Fleet::won), shared)
        .def_prop_ro("acted", by_game<bool>(&Fleet::acted), shared)
        .def_prop_ro("opened", by_game<std::int32_t>(&Fleet::opened), shared)
        .def_prop_ro("hits", by_game<std::int32_t>(&Fleet::hits), shared);
}

}  // namespace

void bind_fleet(nb::module_& m) {
    nb::class_<BoundFleet> fleet(m, "Fleet",
                                 "Many games side by side, all stepped in one call. Shows no mine that was not hit.");
    fleet
        .def(
            "__init__",
            [](BoundFleet* self, const sapper::Rules& rules, std::size_t games, std::optional<int> start, bool flags,
               bool risks, std::string_view reward, bool refuse_repeats, double repeat_penalty, std::int64_t max_steps,
               std::string_view autoreset, int threads, std::optional<nb::bytes> saved) {
                const sapper::FleetSettings settings{.rules = rules,
                                                     .start = start.value_or(sapper::FleetSettings::FIRST_ACTION),
                                                     .flags = flags,
                                                     .risks = risks,
                                                     .refuse_repeats = refuse_repeats,
                                                     .repeat_penalty = repeat_penalty,
                                                     .max_steps = max_steps,
                                                     .reward = reward_named(reward),
                                                     .autoreset = autoreset_named(autoreset)};
                if (saved)
                    new (self) BoundFleet(settings, games, threads, {saved->c_str(), saved->size()});
                else
                    new (self) BoundFleet(settings, games, threads);
            },
            "rules"_a, "games"_a, "start"_a.none(), "flags"_a, "risks"_a, "reward"_a, "refuse_repeats"_a,
            "repeat_penalty"_a, "max_steps"_a, "autoreset"_a, "threads"_a, "saved"_a = nb::none(),
            "With `saved`, the bytes from `save` of a fleet with the same arguments, its games continue.")
        .def(
            "save",
            [](BoundFleet& self) {
                const auto lock = self.alone();
                const std::string saved = self.fleet.save();
                return nb::bytes(saved.data(), saved.size());
            },
            "Everything that the next steps depend on, as bytes.")
        .def(
            "seed",
            [](BoundFleet& self, std::size_t game, std::uint64_t stream) {
                const auto lock = self.alone();
                self.fleet.seed(game, stream);
            },
            "game"_a, "stream"_a, "Let a game play boards 0, 1, 2 ... of a stream from its next reset on.")
        .def(
            "reset",
            [](BoundFleet& self, const Marks& marked) {
                const Unlocked unlocked;
                const auto lock = self.alone();
                self.fleet.reset({reinterpret_cast<const std::uint8_t*>(marked.data()), marked.size()}, self.threads);
            },
            "marked"_a, "Begin the next game wherever `marked` is set.")
        .def(
            "step",
            [](BoundFleet& self, const Actions& actions) {
                const Unlocked unlocked;
                const auto lock = self.alone();
                self.fleet.step({actions.data(), actions.size()}, self.threads);
            },
            "actions"_a,
            "One action for each game: a cell to open or, beyond the cells, one to flag. After Ctrl-C, reset all "
            "games.")
        .def(
            "step_one",
            [](BoundFleet& self, std::int64_t action) {
                const Unlocked unlocked;
                const auto lock = self.alone();
                auto& fleet = self.fleet;
                fleet.step({&action, 1}, 1);
                return std::make_tuple(fleet.rewards()[0], fleet.terminated()[0] != 0, fleet.truncated()[0] != 0,
                                       fleet.won()[0] != 0);
            },
            "action"_a, "The same for a fleet of one game: (reward, terminated, truncated, won).");
    bind_arrays(fleet);
}

}  // namespace sapper::bindings
