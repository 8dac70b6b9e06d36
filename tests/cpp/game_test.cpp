// The game's core without Python, for the sanitizers.
#include "game/game.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "game/board.hpp"
#include "game/neighbours.hpp"
#include "game/notation.hpp"
#include "game/philox.hpp"
#include "game/rules.hpp"
#include "game/view.hpp"

using namespace sapper;

namespace {

int failures = 0;

#define CHECK(condition)                                                        \
    do {                                                                        \
        if (!(condition)) {                                                     \
            std::printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            ++failures;                                                         \
        }                                                                       \
    } while (false)

template <class Work>
bool refuses(Work&& work) {
    try {
        work();
    } catch (const std::invalid_argument& error) {
        return error.what()[0] != '\0';
    }
    return false;
}

void test_philox() {
    // numpy.random.Philox(key=[1, 2], counter=[0, 0, 0, 0]).random_raw(6)
    constexpr std::array<std::uint64_t, 6> EXPECTED{0x4f2f4313b5536b09u, 0x5b617be3219ff32au, 0x97293476f9275cbu,
                                                    0xf63f3bf4962c3942u, 0x4dcc60473aa0f43u,  0x6d905c9b986b0028u};
    Philox random(1, 2, Purpose::Board);
    for (const auto word : EXPECTED) CHECK(random.next() == word);
    Philox agent(1, 2, Purpose::Agent);
    CHECK(agent.next() != EXPECTED[0]);
    std::array<int, 5> counts{};
    for (int i = 0; i < 50000; ++i) ++counts[random.below(5)];
    for (const int count : counts) CHECK(count > 9500 && count < 10500);
    CHECK(random.below(1) == 0);
    for (int i = 0; i < 100; ++i) CHECK(random.below((1ull << 63) + 1) <= 1ull << 63);
}

void test_neighbours() {
    for (int rows = 1; rows <= 4; ++rows)
        for (int cols = 1; cols <= 4; ++cols)
            for (int cell = 0; cell < rows * cols; ++cell) {
                std::vector<int> expected, found;
                for (int other = 0; other < rows * cols; ++other)
                    if (other != cell && std::abs(other / cols - cell / cols) <= 1 &&
                        std::abs(other % cols - cell % cols) <= 1)
                        expected.push_back(other);
                for_neighbours(rows, cols, cell, [&](int other) { found.push_back(other); });
                CHECK(found == expected);
            }
}

void test_boards() {
    BoardMaker maker;
    Board board, again;
    for (int index = 0; index < 300; ++index)
        for (const auto promise : {FirstMove::Safe, FirstMove::Zero, FirstMove::Unsafe}) {
            const Rules rules{.rows = 1 + index % 9, .cols = 1 + index % 7, .mines = 0, .first_move = promise};
            const int start = index % rules.cells();
            Rules full = rules;
            full.mines = (rules.cells() - promised_free(rules, start)) * (index % 4) / 3;
            maker.make(full, 7, index, start, board);
            CHECK(std::accumulate(board.mine.begin(), board.mine.end(), 0) == full.mines);
            CHECK(promise == FirstMove::Unsafe || !board.mine[start]);
            CHECK(promise != FirstMove::Zero || board.numbers[start] == 0);
            BoardMaker().make(full, 7, index, start, again);
            CHECK(board == again);
            std::vector<int> mines;
            for (int cell = 0; cell < board.cells(); ++cell)
                if (board.mine[cell]) mines.push_back(cell);
            CHECK(board_from_mines(full.rows, full.cols, mines) == board);
        }
    CHECK(refuses([&] { maker.make({.rows = 3, .cols = 3, .mines = 9}, 1, 1, 0, board); }));
    CHECK(refuses([&] { maker.make({.rows = 3, .cols = 3, .mines = 1}, 1, 1, 9, board); }));
    CHECK(refuses([&] { maker.make({.rows = 3, .cols = 3, .mines = 1}, 1, 1, -1, board); }));
    CHECK(refuses([&] { maker.make({.rows = 0, .cols = 3, .mines = 0}, 1, 1, 0, board); }));
    CHECK(refuses([&] { maker.make({.rows = 1 << 20, .cols = 1 << 20, .mines = 0}, 1, 1, 0, board); }));
    CHECK(refuses(
        [&] { maker.make({.rows = 3, .cols = 3, .mines = 1, .first_move = FirstMove::Zero}, 1, 1, 4, board); }));
    CHECK(refuses([] { board_from_mines(3, 3, std::vector{9}); }));
    CHECK(refuses([] { board_from_mines(3, 3, std::vector{-1}); }));
    CHECK(refuses([] { board_from_mines(3, 3, std::vector{4, 4}); }));

    // 0 0 0 1 *     one opening, and the 3 on the right, which borders none, is an island
    // 0 0 1 3 3
    // 0 0 1 * *
    const auto found = facts(board_from_mines(3, 5, std::vector{4, 13, 14}));
    CHECK(found.openings == 1);
    CHECK(found.bbbv == 2);
    CHECK(found.islands == 1);
}

std::string shown(const Game& game) {
    View view;
    game.view(view);
    check_well_formed(view);
    return print_position(view, Form::OneLine);
}

void test_moves() {
    const Board board = board_from_mines(3, 4, std::vector{1, 11});  // 1*10 / 1121 / 001*
    Rules rules{.rows = 3, .cols = 4, .mines = 2};
    Game game;
    std::vector<int> opened;

    game.begin(rules, board);
    game.open(8, opened);
    CHECK(shown(game) == "???\?/112?/001? 2");
    CHECK(opened.size() == 6);
    opened.clear();
    game.open(8, opened);
    CHECK(opened.empty());
    game.flag(1);
    game.open(1, opened);
    CHECK(opened.empty());
    game.chord(5, opened);
    CHECK(shown(game) == "1F1?/112?/001? 2");
    game.open(3, opened);
    CHECK(game.state() == State::Won);
    CHECK(refuses([&] { game.open(0, opened); }));

    game.begin(rules, board);
    CHECK(refuses([&] { game.open(12, opened); }));
    CHECK(refuses([&] { game.flag(-1); }));
    game.open(1, opened);
    CHECK(game.state() == State::Lost && game.hits() == 1);

    rules.lose_on_mine = false;
    rules.won_by_flags = true;
    game.begin(rules, board);
    game.open(1, opened);
    CHECK(game.state() == State::Playing);
    CHECK(game.flag(11) == State::Won);

    rules.lose_on_wrong_flag = true;
    game.begin(rules, board);
    CHECK(game.flag(0) == State::Lost);

    rules.cascade = false;
    game.begin(rules, board);
    opened.clear();
    game.open(8, opened);
    CHECK(opened.size() == 1);
    game.chord(8, opened);
    CHECK(opened.size() == 4);

    rules.mines = 3;
    CHECK(refuses([&] { game.begin(rules, board); }));
}

// Random moves on random boards under every rule: the counters agree with the board, and nothing reads outside it.
void test_random_games() {
    BoardMaker maker;
    Board board;
    Game game;
    std::vector<int> opened;
    for (int index = 0; index < 2000; ++index) {
        const Rules rules{.rows = 1 + index % 8,
                          .cols = 1 + index % 11,
                          .mines = (1 + index % 8) * (1 + index % 11) * (index % 5) / 8,
                          .first_move = FirstMove::Unsafe,
                          .cascade = index % 2 == 0,
                          .lose_on_mine = index % 3 == 0,
                          .lose_on_wrong_flag = index % 7 == 0,
                          .won_by_flags = index % 4 == 0};
        maker.make(rules, 3, index, 0, board);
        game.begin(rules, board);
        Philox random(3, index, Purpose::Agent);
        opened.clear();
        for (int move = 0; move < 4 * rules.cells() && game.state() == State::Playing; ++move) {
            const int cell = static_cast<int>(random.below(rules.cells()));
            switch (random.below(4)) {
                case 0:
                    game.flag(cell);
                    break;
                case 1:
                    game.chord(cell, opened);
                    break;
                default:
                    game.open(cell, opened);
            }
        }
        CHECK(std::set<int>(opened.begin(), opened.end()).size() == opened.size());
        int hits = 0, covered_free = 0;
        for (int cell = 0; cell < rules.cells(); ++cell) {
            const int number = game.numbers()[cell];
            hits += number == HIT;
            covered_free += number == COVERED && !board.mine[cell];
            CHECK(number == COVERED || number == board.numbers[cell]);
            CHECK(!game.flags()[cell] || number == COVERED);
        }
        CHECK(hits == game.hits());
        CHECK(covered_free == game.free_left());
        View view;
        game.view(view);
        CHECK(parse_position(print_position(view, Form::OneLine)) == view);
        CHECK(parse_position(print_position(view, Form::Lines)) == view);
    }
}

void test_large_cascade() {
    const Rules rules{.rows = 1000, .cols = 1000, .mines = 4000};
    Board board;
    BoardMaker().make(rules, 1, 0, 0, board);
    Game game;
    game.begin(rules, board);
    std::vector<int> opened;
    game.open(static_cast<int>(std::find(board.numbers.begin(), board.numbers.end(), 0) - board.numbers.begin()),
              opened);
    CHECK(opened.size() > 980000);
}

void test_positions() {
    const View view = parse_position("mines 3\r\n1F?\r\n.*?\r\n\r\n");
    CHECK(print_position(view, Form::OneLine) == "1F?/0*? 3");
    CHECK(print_position(view, Form::Lines) == "mines 3\n1F?\n0*?");
    // Spaces may stand between the cells.
    CHECK(print_position(parse_position("? 1 1"), Form::OneLine) == "?1 1");
    CHECK(print_position(parse_position("mines 1\n? 1"), Form::OneLine) == "?1 1");
    for (const char* text :
         {"",          "\n",      "?",         "1?x 1",     "?\?/? 1",  "? 2",    "? 99999999999999999999", "mines",
          "mines ",    "mines 1", "mines 1\n", "mines 1 ?", "?\n\n? 1", "?//? 1", "\xEF\xBB\xBF",           "\xF0",
          "?\xF0\x9F", "?\x80 1", "/",         "? ",        "? -"})
        CHECK(refuses([&] { parse_position(text); }));
    try {
        parse_position("mines 1\n??\n?x");
    } catch (const NotationError& error) {
        CHECK(error.line == 3 && error.column == 2);
    }
    // Every prefix and every changed byte of a text is parsed or refused.
    const std::string text = "mines 12\n1F?\n.*?/012\n345 ";
    for (std::size_t cut = 0; cut <= text.size(); ++cut)
        for (int byte = 0; byte < 256; ++byte) {
            std::string changed = text.substr(0, cut);
            changed += static_cast<char>(byte);
            try {
                check_well_formed(parse_position(changed));
            } catch (const NotationError& error) {
                CHECK(error.line >= 1 && error.column >= 1);
            }
        }
}

void test_board_files() {
    const std::vector<std::uint8_t> bytes{4, 3, 0, 2, 1, 0, 3, 2};
    const Layout layout{.rows = 3, .cols = 4, .mines = {1, 11}};
    CHECK(parse_mbf(bytes) == layout);
    CHECK(parse_abf(bytes) == layout);
    CHECK(print_mbf(layout) == bytes);
    CHECK(print_abf(layout) == bytes);
    CHECK(refuses([] { print_mbf({.rows = 256, .cols = 1, .mines = {}}); }));
    CHECK(refuses([] { print_abf({.rows = 1, .cols = 1, .mines = {1}}); }));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        CHECK(refuses([&] { parse_mbf(std::span(bytes).first(at)); }));
        for (int byte = 0; byte < 256; ++byte) {
            auto changed = bytes;
            changed[at] = static_cast<std::uint8_t>(byte);
            try {
                const Layout read = parse_mbf(changed);
                CHECK(print_mbf(read) == changed);
            } catch (const std::invalid_argument& error) {
                CHECK(error.what()[0] != '\0');
            }
        }
    }
}

}  // namespace

int main() {
    test_philox();
    test_neighbours();
    test_boards();
    test_moves();
    test_random_games();
    test_large_cascade();
    test_positions();
    test_board_files();
    std::printf(failures == 0 ? "game_test: all checks passed\n" : "game_test: %d checks failed\n", failures);
    return failures == 0 ? 0 : 1;
}
