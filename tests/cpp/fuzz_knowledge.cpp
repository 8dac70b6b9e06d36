// Feeds the reasoning with games that open cell by cell and with invented views, and runs the steps in any order.
// Nothing may be deduced that the truth contradicts, a played view is never inconsistent, the index must not change
// what is found, and an impossible view is at worst called inconsistent.
#include <cmath>
#include <string>
#include <vector>

#include "check.hpp"
#include "game/neighbours.hpp"
#include "game/view.hpp"
#include "knowledge/knowledge.hpp"
#include "positions.hpp"

namespace {

using check::Dice;

const char* const STEPS[] = {"single-cell",   "near",          "subset", "reduce",     "pairs",
                             "consistency-1", "consistency-3", "trial",  "trial-mine", "trial-pairs",
                             "enumeration",   "mine-count",    "total-9"};
const char* const RULES[] = {"none", "any", "frontier", "least-number", "sum", "mean", "most", "boards"};

template <std::size_t N>
const char* one_of(Dice& dice, const char* const (&names)[N]) {
    return names[dice.below(static_cast<int>(N))];
}

struct Truth {
    std::vector<std::uint8_t> mine;
    sapper::View view;
};

Truth covered_board(Dice& dice) {
    Truth truth;
    auto& view = truth.view;
    if (dice.one_in(200)) {
        const auto rules = check::odd_rules(dice, 1000);
        const auto board = check::random_board(dice, rules.rows, rules.cols, rules.mines);
        view.rows = rules.rows, view.cols = rules.cols, view.mines = rules.mines;
        truth.mine.assign(board.mine.begin(), board.mine.end());
        view.numbers.assign(view.cells(), sapper::COVERED);
        return truth;
    }
    view.rows = dice.between(1, dice.one_in(10) ? 30 : 9);
    view.cols = dice.between(1, dice.one_in(10) ? 30 : 9);
    const double density = dice.unit() * 0.5;
    truth.mine.resize(view.cells());
    for (auto& mine : truth.mine) view.mines += mine = dice.unit() < density;
    view.numbers.assign(view.cells(), sapper::COVERED);
    return truth;
}

void open(Truth& truth, int cell) {
    auto& view = truth.view;
    int count = 0;
    sapper::for_neighbours(view.rows, view.cols, cell, [&](int near) { count += truth.mine[near]; });
    view.numbers[cell] = truth.mine[cell] ? sapper::HIT : static_cast<std::int8_t>(count);
}

sapper::StepCall limited(const char* name) {
    auto call = sapper::step_named(name);
    call.limits.nodes = 20'000;
    return call;
}

void look_at_everything(Dice& dice, sapper::Knowledge& knowledge) {
    std::vector<int> cells;
    std::vector<double> risks;
    knowledge.safe(cells);
    knowledge.mines(cells);
    knowledge.risks(sapper::guess_rule_named(one_of(dice, RULES)), dice.one_in(2), {20'000}, risks);
    for (double risk : risks) CHECK(std::isnan(risk) || risk >= 0);
    if (knowledge.view().cells() > 0) {
        const int cell = dice.below(knowledge.view().cells());
        if (knowledge.equations().known(cell) == sapper::Known::Unknown)
            knowledge.trial().contradicts(knowledge.equations(), cell, dice.one_in(2), {true, dice.one_in(2)});
    }
}

void fuzz_played(Dice& dice) {
    Truth truth = covered_board(dice);
    auto& view = truth.view;
    sapper::Knowledge knowledge, scanned;
    knowledge.reset(view.rows, view.cols, view.mines);
    scanned.reset(view.rows, view.cols, view.mines, false);
    std::size_t seen = 0;
    for (int round = dice.between(1, 12); round > 0; --round) {
        for (int more = dice.between(1, 6); more > 0; --more) open(truth, dice.below(view.cells()));
        knowledge.update(view);
        scanned.update(view);
        for (int steps = dice.between(1, 5); steps > 0; --steps) {
            const auto call = limited(one_of(dice, STEPS));
            CHECK(knowledge.run(call) == scanned.run(call));
            CHECK(knowledge.equations().consistent());
        }
        const auto& facts = knowledge.equations().facts();
        for (; seen < facts.size(); ++seen) CHECK(facts[seen].mine == (truth.mine[facts[seen].cell] != 0));
        look_at_everything(dice, knowledge);
    }
}

void fuzz_without_truth(Dice& dice) {
    sapper::View view = covered_board(dice).view;
    sapper::Knowledge knowledge;
    knowledge.reset(view.rows, view.cols, view.mines);
    for (int round = dice.between(1, 4); round > 0; --round) {
        for (auto& number : view.numbers)
            if (dice.one_in(4)) number = static_cast<std::int8_t>(dice.between(-2, dice.one_in(3) ? 8 : 2));
        view.flags.assign(view.cells(), 0);
        for (int cell = 0; cell < view.cells(); ++cell)
            view.flags[cell] = view.numbers[cell] == sapper::COVERED && dice.one_in(6);
        if (dice.one_in(5)) view.mines = dice.between(0, view.cells());
        knowledge.update(view, dice.one_in(2));
        for (int steps = dice.between(1, 5); steps > 0; --steps) knowledge.run(limited(one_of(dice, STEPS)));
        look_at_everything(dice, knowledge);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return check::fuzz(argc, argv, "fuzz_knowledge", [](Dice& dice, long) {
        fuzz_played(dice);
        fuzz_without_truth(dice);
    });
}
