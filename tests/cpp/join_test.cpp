// Joining very many components: the tree against the direct way, sets of totals, and products modulo primes.
#include <cmath>
#include <set>
#include <vector>

#include "check.hpp"
#include "game/view.hpp"
#include "solver/analysis.hpp"
#include "solver/field.hpp"
#include "solver/residue_product.hpp"
#include "solver/solver.hpp"
#include "solver/total_set.hpp"
#include "solver/totals_tree.hpp"

namespace {

using check::Dice;
using sapper::TotalSet;
using sapper::TotalsTree;
using sapper::Verdict;
using sapper::View;
using sapper::Wide;

std::set<int> members(const TotalSet& totals) {
    std::set<int> found;
    for (const auto& range : totals.ranges())
        for (int total = range.low; total <= range.high; ++total) found.insert(total);
    return found;
}

void sets_of_totals() {
    Dice dice(1);
    for (int round = 0; round < 2000; ++round) {
        TotalSet a, b;
        for (int total = 0; total < 20; ++total) {
            if (dice.one_in(3)) a.append(total);
            if (dice.one_in(2)) b.append(total);
        }
        std::set<int> sums, differences, common;
        for (int x : members(a))
            for (int y : members(b)) {
                sums.insert(x + y);
                differences.insert(x - y);
                if (x == y) common.insert(x);
            }
        CHECK(members(TotalSet::sums(a, b)) == sums);
        CHECK(members(TotalSet::differences(a, b)) == differences);
        CHECK(members(TotalSet::common(a, b)) == common);
        for (int total = -1; total <= 20; ++total) CHECK(a.contains(total) == members(a).contains(total));
    }
}

// The product of all parts but one, by plain multiplication.
std::vector<double> product_without(const std::vector<std::vector<double>>& parts, std::size_t left_out) {
    std::vector<double> product{1};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i == left_out) continue;
        std::vector<double> next(product.size() + parts[i].size() - 1, 0.0);
        for (std::size_t x = 0; x < product.size(); ++x)
            for (std::size_t j = 0; j < parts[i].size(); ++j) next[x + j] += product[x] * parts[i][j];
        product = next;
    }
    return product;
}

double choose(int n, int k) {
    return k < 0 || k > n
               ? 0
               : std::round(std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0)));
}

// Random parts with gaps, at every number of mines from too few to too many.
void trees_weigh_the_same() {
    Dice dice(2);
    for (int round = 0; round < 100; ++round) {
        std::vector<std::vector<double>> parts(static_cast<std::size_t>(dice.between(1, 9)));
        for (auto& part : parts) {
            part.resize(static_cast<std::size_t>(dice.between(1, 5)));
            for (double& ways : part) ways = dice.one_in(3) ? 0 : dice.between(1, 50);
            part.front() = part.back() = 1;
        }
        const int untouched = dice.between(0, 6);
        const auto all = product_without(parts, parts.size());
        for (int mines = -1; mines <= static_cast<int>(all.size()) + untouched; ++mines) {
            TotalsTree tree;
            for (const auto& part : parts) tree.add(std::span<const double>(part));
            double total = 0, untouched_mines = 0;
            for (std::size_t x = 0; x < all.size(); ++x) {
                const double ways = all[x] * choose(untouched, mines - static_cast<int>(x));
                total += ways;
                untouched_mines += ways * (mines - static_cast<int>(x));
            }
            const auto result = tree.join(untouched, mines);
            CHECK((result == TotalsTree::Result::Impossible) == (total == 0));
            if (result != TotalsTree::Result::Done) continue;
            CHECK(std::abs(ratio(tree.total(), Wide(total)) - 1) < 1e-12);
            if (untouched > 0) CHECK(std::abs(tree.untouched_risk() - untouched_mines / total / untouched) < 1e-12);
            tree.find_contexts();
            for (std::size_t i = 0; i < parts.size(); ++i) {
                const auto others = product_without(parts, i);
                std::vector<Wide> context;
                tree.context(i, context);
                Wide sum;
                for (std::size_t j = 0; j < context.size(); ++j) sum += Wide(parts[i][j]) * context[j];
                for (std::size_t j = 0; j < context.size(); ++j) {
                    double expected = 0;
                    for (std::size_t x = 0; x < others.size(); ++x)
                        expected += others[x] * choose(untouched, mines - static_cast<int>(x + j));
                    CHECK(context[j].is_zero() == (expected == 0));
                    const double share = ratio(Wide(parts[i][j]) * context[j], sum);
                    CHECK(std::abs(share - parts[i][j] * expected / total) < 1e-12);
                }
            }
        }
    }
}

View scattered(int side, double mines, double opened, Dice& dice) {
    View view{side, side, 0, {}, {}};
    std::vector<int> mined(static_cast<std::size_t>(view.cells()));
    for (int& mine : mined) view.mines += mine = dice.unit() < mines;
    view.numbers.assign(mined.size(), sapper::COVERED);
    for (int cell = 0; cell < view.cells(); ++cell) {
        if (mined[cell] || dice.unit() >= opened) continue;
        int around = 0;
        for (int row = cell / side - 1; row <= cell / side + 1; ++row)
            for (int col = cell % side - 1; col <= cell % side + 1; ++col)
                if (row >= 0 && row < side && col >= 0 && col < side) around += mined[row * side + col];
        view.numbers[cell] = static_cast<std::int8_t>(around);
    }
    return view;
}

// Positions of many sizes, joined along the tree and directly: the same risks, the same certain cells, the same counts.
void solvers_join_the_same() {
    Dice dice(3);
    for (int round = 0; round < 25; ++round) {
        View view = scattered(dice.between(25, 60), 0.05 + 0.3 * dice.unit(), 0.05 + 0.3 * dice.unit(), dice);
        // Sometimes nearly no mine is left, or nearly no free cell.
        sapper::Field field;
        sapper::Solver tree, direct;
        tree.join_by_tree_from(1);
        direct.join_by_tree_from(1 << 30);
        for (const int shift :
             {0, dice.between(-60, 60), -dice.below(view.mines + 1), dice.below(view.cells() - view.mines)}) {
            View shifted = view;
            shifted.mines += shift;
            CHECK(field.load(shifted, false));
            const Verdict verdict = direct.solve(field, {});
            CHECK(tree.solve(field, {}) == verdict);
            if (verdict == Verdict::Impossible) continue;
            CHECK(std::abs(tree.untouched_risk() - direct.untouched_risk()) < 1e-12);
            for (std::size_t g = 0; g < direct.risk().size(); ++g) {
                const double a = tree.risk()[g], b = direct.risk()[g];
                CHECK(std::abs(a - b) < 1e-12);
                CHECK((a == 0) == (b == 0) && (a == 1) == (b == 1));
            }
            CHECK(std::abs(tree.log_layouts() - direct.log_layouts()) < 1e-8);
            const std::uint64_t prime = sapper::counting_primes(1).front();
            CHECK(tree.layouts_modulo(prime) == direct.layouts_modulo(prime));
        }
    }
}

// What a cell shows: counted around the cell alone, and by opening it on the whole board.
void numbers_are_expected_alike() {
    Dice dice(4);
    for (int round = 0; round < 12; ++round) {
        const View view = scattered(dice.between(35, 60), 0.2, 0.05 + 0.25 * dice.unit(), dice);
        sapper::Field field;
        sapper::Solver solver, local;
        solver.join_by_tree_from(1);
        for (int tries = 0; tries < 10; ++tries) {
            const int cell = dice.below(view.cells());
            if (view.numbers[cell] != sapper::COVERED) continue;
            CHECK(field.load(view, false) && solver.weigh(field, {}) == Verdict::Exact);
            const auto ways = solver.number_ways(field, field.at(cell), local, {});
            if (!ways) continue;
            Wide sum;
            for (const Wide& way : *ways) sum += way;
            View opened = view;
            std::array<Wide, 9> whole;
            Wide all;
            for (int number = 0; number <= 8; ++number) {
                opened.numbers[cell] = static_cast<std::int8_t>(number);
                sapper::Solver direct;
                direct.join_by_tree_from(1 << 30);
                if (field.load(opened, false) && direct.solve(field, {}) == Verdict::Exact)
                    whole[number] = direct.layouts();
                all += whole[number];
            }
            CHECK(sum.is_zero() == all.is_zero());
            for (int number = 0; number <= 8 && !all.is_zero(); ++number) {
                CHECK(std::abs(ratio((*ways)[number], sum) - ratio(whole[number], all)) < 1e-11);
                CHECK((*ways)[number].is_zero() == whole[number].is_zero());
            }
        }
    }
}

void products_modulo_primes() {
    Dice dice(5);
    for (const std::uint64_t prime : {sapper::counting_primes(2).back(), std::uint64_t{1'000'000'007}}) {
        std::vector<std::vector<std::uint64_t>> parts(60);
        for (auto& part : parts) {
            part.resize(static_cast<std::size_t>(dice.between(1, 40)));
            for (auto& ways : part) ways = dice.bits() % prime;
        }
        const auto times = [&](std::uint64_t a, std::uint64_t b) {
            return static_cast<std::uint64_t>(static_cast<sapper::Twice>(a) * b % prime);
        };
        std::vector<std::uint64_t> product{1};
        for (const auto& part : parts) {
            std::vector<std::uint64_t> next(product.size() + part.size() - 1, 0);
            for (std::size_t x = 0; x < product.size(); ++x)
                for (std::size_t j = 0; j < part.size(); ++j)
                    next[x + j] = (next[x + j] + times(product[x], part[j])) % prime;
            product = next;
        }
        // Pascal's triangle gives the ways of the untouched cells.
        constexpr int UNTOUCHED = 300;
        std::vector<std::uint64_t> row(UNTOUCHED + 1, 0);
        row[0] = 1;
        for (int n = 1; n <= UNTOUCHED; ++n)
            for (int k = n; k > 0; --k) row[k] = (row[k] + row[k - 1]) % prime;
        for (const int mines : {0, 5, 299, 300, 700, static_cast<int>(product.size()) + UNTOUCHED - 1}) {
            std::uint64_t expected = 0;
            for (int k = 0; k <= UNTOUCHED; ++k)
                if (mines - k >= 0 && mines - k < static_cast<int>(product.size()))
                    expected = (expected + times(product[mines - k], row[k])) % prime;
            CHECK(sapper::join_residues(prime, parts, UNTOUCHED, mines) == expected);
        }
    }
}

// With no time at all every question ends at once, with an estimate or a refusal.
void no_time_is_no_time() {
    Dice dice(6);
    const View view = scattered(400, 0.2, 0.25, dice);
    const sapper::Limits none{0, sapper::DEFAULT_BYTES};
    sapper::Analysis analysis;
    sapper::analyse(view, none, false, analysis);
    CHECK(analysis.verdict == Verdict::Estimated);
    for (int cell = 0; cell < view.cells(); ++cell) {
        if (view.numbers[cell] != sapper::COVERED) continue;
        CHECK(analysis.risk[cell] >= 0 && analysis.risk[cell] <= 1);
        CHECK(analysis.error[cell] >= 0 && analysis.error[cell] <= 0.5);
    }
    const auto is_refused = [](auto ask) {
        try {
            ask();
        } catch (const std::runtime_error&) {
            return true;
        }
        return false;
    };
    CHECK(is_refused([&] { sapper::count_layouts(view, none, false); }));
    CHECK(is_refused([&] { sapper::layouts_log2(view, none, false); }));
    int covered = 0;
    while (view.numbers[covered] != sapper::COVERED) ++covered;
    CHECK(is_refused([&] { sapper::expected_numbers(view, covered, none, false); }));
    // The thread's memory is in order afterwards.
    sapper::analyse(view, {}, false, analysis);
    CHECK(analysis.verdict == Verdict::Exact);
}

}  // namespace

int main() {
    sets_of_totals();
    trees_weigh_the_same();
    solvers_join_the_same();
    numbers_are_expected_alike();
    products_modulo_primes();
    no_time_is_no_time();
    std::puts("join_test: all passed");
}
