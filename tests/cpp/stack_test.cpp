// Nothing needs a deep stack: the threads of some systems have 512 KB. The inputs make every search nest as deep as it
// can, or the board as large as it can be.
#include <cstdio>
#include <limits>
#include <vector>

#include "check.hpp"
#include "players/outlook.hpp"
#include "players/player.hpp"
#include "search/endgame.hpp"
#include "search/no_guess.hpp"
#include "search/optimum.hpp"

namespace {

#ifdef SAPPER_SANITIZED
constexpr std::size_t KILOBYTES = 2048;  // the sanitizers' frames are several times as large
#else
constexpr std::size_t KILOBYTES = 512;
#endif

sapper::View covered(int rows, int cols, int mines) {
    sapper::View view;
    view.rows = rows, view.cols = cols, view.mines = mines;
    view.numbers.assign(static_cast<std::size_t>(rows) * cols, sapper::COVERED);
    return view;
}

// A row of 250 cells: opening one decides little about the others, so the search goes through nearly all of them.
void endgame() {
    for (const int mines : {1, 2, 249}) {
        const auto view = covered(1, 250, mines);
        sapper::Field field;
        CHECK(field.load(view, false));
        sapper::Endgame endgame;
        sapper::EndgameValue value;
        if (endgame.solve(field, 60'000, 100'000, value)) CHECK(value.win() > 0 && value.win() <= 1);
    }
}

void perfect_play() {
    auto view = covered(120, 120, 1);
    view.numbers[60 * 120 + 60] = 0;
    CHECK(sapper::PerfectPlay().win(view, {}, 120 * 120, 1'000'000) == 1.0);
    view = covered(1000, 1000, 1);
    view.numbers[0] = 1;
    CHECK(sapper::PerfectPlay().win(view, {}, 100, 1'000) == 1.0);
}

void optimum() {
    const sapper::Rules rules{.rows = 1, .cols = 64, .mines = 2};
    sapper::Optimum optimum(rules, std::size_t{64} << 20, [](std::uint64_t) {});
    const auto value = optimum.solve(0);
    CHECK(value && value->wins <= value->layouts);
}

void games() {
    for (const sapper::Rules rules :
         {sapper::Rules{.rows = 1000, .cols = 1000, .mines = 1}, sapper::Rules{.rows = 1, .cols = 1000, .mines = 200},
          sapper::Rules{.rows = 16, .cols = 30, .mines = 99}})
        for (const char* agent : {"sapper-fast", "sapper-strong"}) {
            std::vector<sapper::GameResult> results(2);
            sapper::play_games(agent, rules, 1, 0, 0, 1, results);
            for (const auto& result : results) CHECK(result.steps > 0);
        }
}

void no_guess() {
    const sapper::Rules rules{.rows = 1000, .cols = 1000, .mines = 1};
    std::vector<sapper::NoGuess> verdicts(1);
    sapper::find_no_guess(rules, 1, 0, 0, 1, std::numeric_limits<double>::infinity(), verdicts);
    CHECK(verdicts[0] == sapper::NoGuess::Solvable);
}

}  // namespace

int main() {
    check::with_stack(KILOBYTES, [] {
        endgame();
        perfect_play();
        optimum();
        games();
        no_guess();
    });
    std::puts("stack_test: all passed");
}
