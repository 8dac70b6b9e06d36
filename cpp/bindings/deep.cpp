// Positions for the network of sapper-deep.
#include <algorithm>

#include "bindings/bindings.hpp"
#include "players/deep_planes.hpp"
#include "players/deep_positions.hpp"
#include "players/lookahead.hpp"
#include "players/settings.hpp"

namespace sapper::bindings {

namespace {

constexpr std::size_t MOST = sapper::settings::lookahead::MOST_ADVISED, COLUMNS = 5, FACTS = 3;

template <class T>
auto new_array_3d(std::size_t a, std::size_t b, std::size_t c, T*& data) {
    data = new T[a * b * c + 1];
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<3>>(data, {a, b, c}, owner);
}

nb::dict arrays(const std::vector<sapper::DeepPosition>& positions, std::size_t cells) {
    nb::dict table;
    const std::size_t count = positions.size();
    std::int8_t* shown;
    std::int16_t *risks, *at;
    float *compared, *facts;
    table["shown"] = new_array(count, cells, shown);
    table["risks"] = new_array(count, cells, risks);
    table["cells"] = new_array(count, MOST, at);
    table["compared"] = new_array_3d(count, MOST, COLUMNS, compared);
    table["facts"] = new_array(count, FACTS, facts);
    std::fill_n(at, count * MOST, std::int16_t{-1});
    std::fill_n(compared, count * MOST * COLUMNS, 0.0F);
    for (const auto& position : positions) {
        shown = std::copy(position.shown.begin(), position.shown.end(), shown);
        risks = std::copy(position.risks.begin(), position.risks.end(), risks);
        for (std::size_t i = 0; i < position.cells.size(); ++i) {
            const auto& cell = position.cells[i];
            at[i] = static_cast<std::int16_t>(cell.cell);
            const double columns[COLUMNS] = {cell.risk, cell.value, cell.close, cell.win, cell.result};
            std::transform(columns, columns + COLUMNS, compared + i * COLUMNS,
                           [](double value) { return static_cast<float>(value); });
        }
        at += MOST;
        compared += MOST * COLUMNS;
        *facts++ = static_cast<float>(position.log_layouts);
        *facts++ = static_cast<float>(position.win);
        *facts++ = position.closely;
    }
    return table;
}

// Makes the planes of the one guess that it is asked about.
class PlaneMaker : public sapper::Adviser {
public:
    explicit PlaneMaker(std::vector<float>& planes) : planes_(planes) {}
    std::size_t choose(const sapper::Field& field, const sapper::Solver& solver,
                       sapper::Comparison& comparison) override {
        sapper::deep_planes(field, solver, comparison, planes_);
        return 0;
    }

private:
    std::vector<float>& planes_;
};

}  // namespace

void bind_deep(nb::module_& m) {
    m.attr("DEEP_PLANES") = sapper::DEEP_PLANES;
    m.def(
        "deep_planes",
        [](const sapper::View& view) {
            sapper::Field field;
            if (!field.load(view, false)) throw std::invalid_argument("no layout fits the position");
            std::vector<float> planes;
            sapper::Choice choice;
            if (field.unknown_count() > 0 || !field.proven_safe().empty())
                sapper::Lookahead(sapper::STRONG, {}, std::make_unique<PlaneMaker>(planes)).choose(field, choice);
            float* data;
            auto array = new_array_3d(planes.size() / (static_cast<std::size_t>(view.rows) * view.cols),
                                      static_cast<std::size_t>(view.rows), static_cast<std::size_t>(view.cols), data);
            std::copy(planes.begin(), planes.end(), data);
            return array;
        },
        "view"_a,
        "The input of the network of sapper-deep, (planes, rows, cols). No planes where the network is not asked: for "
        "certain moves, coin flips, endgames, and where no two cells compare.");
    m.def(
        "deep_positions",
        [](const sapper::Rules& rules, std::uint64_t seed, std::uint64_t first, std::size_t count, int start,
           int layouts, const std::string& player, double wander, double beginnings, int threads) {
            std::vector<sapper::DeepPosition> positions;
            {
                const Unlocked unlocked;
                positions = sapper::deep_positions({layouts, player, wander, beginnings}, rules, seed, first, count,
                                                   start, threads);
            }
            return arrays(positions, static_cast<std::size_t>(rules.cells()));
        },
        "rules"_a, "seed"_a, "first"_a, "count"_a, "start"_a, "layouts"_a, "player"_a, "wander"_a, "beginnings"_a,
        "threads"_a,
        "Guesses of games `first` .. `first + count - 1` of stream `seed`, with the compared cells played out on "
        "`layouts` random layouts (start -2: a random cell). Per position: `shown` and `risks` (of 32767) of all "
        "cells, up to 24 compared `cells` (-1: none; the own choice of sapper-strong first) with their risk, "
        "value, value by the close comparison, estimated chance to win and mean result, and as `facts` the "
        "logarithm of the layouts, the estimated chance to win, and whether the close comparison applies.");
}

}  // namespace sapper::bindings
