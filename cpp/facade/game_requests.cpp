// Requests about games that people play.
#include <algorithm>
#include <chrono>
#include <optional>
#include <random>
#include <stdexcept>

#include "facade/game_messages.hpp"
#include "facade/games.hpp"
#include "facade/session.hpp"
#include "game/notation.hpp"
#include "search/board_search.hpp"
#include "solver/analysis.hpp"

namespace sapper::facade {

Value Form<ChangedFlag>::schema(Definitions& definitions) {
    return definitions.refer("ChangedFlag", [] {
        return Value::Object{{"description", "A changed flag: row, column, and whether it is set now."},
                             {"type", "array"},
                             {"prefixItems", Value::List{typed("integer"), typed("integer"), typed("boolean")}},
                             {"minItems", 3},
                             {"maxItems", 3}};
    });
}

namespace {

constexpr double BOARD_SECONDS = 60;  // for making a board without guesses, unless a request says otherwise
constexpr double MOVE_SECONDS = 2;    // for the certain cells of one position during autoplay

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::uint64_t random_word() {
    std::random_device random;
    return static_cast<std::uint64_t>(random()) << 32 | random();
}

GameEnd end_of(const HostedGame& game) {
    const LaidBoard& laid = game.board_at_end();
    GameEnd end;
    for (int cell = 0; cell < laid.board.cells(); ++cell)
        if (laid.board.mine[cell]) end.mines.push_back(cell_at(cell, laid.rules.cols));
    const BoardFacts found = facts(laid.board);
    end.bbbv = found.bbbv;
    end.openings = found.openings;
    if (game.state() == State::Won && !game.is_helped() && !game.is_what_if() && game.deeds() > 0)
        end.efficiency = static_cast<double>(found.bbbv) / game.deeds();
    return end;
}

GameStatus status_of(const HostedGame& game) {
    GameStatus status{game.state(),      game.seconds(now()), game.is_running(), game.deeds(),
                      game.is_what_if(), game.is_helped(),    std::nullopt};
    if (game.is_over()) status.over = end_of(game);
    return status;
}

GameState state_of(const std::string& id, const HostedGame& game) {
    const Rules& rules = game.rules();
    GameState state;
    state.id = id;
    state.rows = rules.rows;
    state.cols = rules.cols;
    state.mines = rules.mines;
    state.first_move = rules.first_move;
    state.no_guess = game.no_guess();
    state.again = game.is_again();
    if (const auto start = game.start()) state.start = cell_at(*start, rules.cols);
    state.position = print_position(game.view(), sapper::Form::OneLine);
    state.moves = game.moves();
    state.status = status_of(game);
    return state;
}

MoveResult result_of(const HostedGame& game, const std::vector<Move>& made) {
    const int cols = game.rules().cols;
    MoveResult result;
    for (const Move& move : made) {
        const auto opened = opened_cells(move.opened, cols);
        result.opened.insert(result.opened.end(), opened.begin(), opened.end());
        if (move.act == Act::Flag) result.flags.push_back({cell_at(move.cell, cols), game.is_flagged(move.cell)});
    }
    result.moves = game.moves();
    result.status = status_of(game);
    return result;
}

Refusal conflict(const std::string& sentence) { return {RefusalKind::Conflict, sentence}; }

// Some start cell must be what the rules promise. A corner has the fewest neighbours.
void check_room(const Rules& rules) {
    if (rules.mines > rules.cells() - promised_free(rules, 0))
        throw malformed("no start leaves room for " + std::to_string(rules.mines) +
                        (rules.mines == 1 ? " mine" : " mines") + " with its neighbours free");
}

GameState new_game(const Call& call, const NewGame& wanted) {
    const Rules rules = wanted.rules.checked();
    check_room(rules);
    if (wanted.no_guess && rules.first_move == FirstMove::Unsafe)
        throw malformed("a board without guesses needs a first cell that is no mine: choose safe or zero");
    HostedGame game(rules, wanted.no_guess);
    const std::string id = call.session.games().add(game);
    return state_of(id, game);
}

GameState continue_game(const Call& call, const ContinuedGame& wanted) {
    const GameRecord record = wanted.record.checked();
    const int length = static_cast<int>(record.moves.size());
    if (wanted.moves < 0 || wanted.moves > length)
        throw malformed("the record has " + std::to_string(length) + (length == 1 ? " move" : " moves") +
                        ", so no game can go on after " + std::to_string(wanted.moves));
    if (!record.rules.lose_on_mine) throw malformed("only games that a mine ends can be played on");
    replay(record);  // refuses an invalid record
    std::optional<HostedGame> game;
    try {
        game = HostedGame::continued(record, wanted.moves);
    } catch (const std::invalid_argument& error) {
        throw malformed(error.what() + std::string(": play on from an earlier one"));
    }
    const std::string id = call.session.games().add(*game);
    return state_of(id, *game);
}

GameState look(const Call& call, const GameQuestion& asked) {
    return call.session.games().with(asked.id, [&](HostedGame& game) { return state_of(asked.id, game); });
}

// A layout for the start, from a secret seed.
std::shared_ptr<const LaidBoard> make_layout(const HostedGame& game, int start, double seconds) {
    check_start(game.rules(), start);
    if (!game.no_guess()) return random_board(game.rules(), random_word(), random_word() >> 32, start);
    BoardSearch search(
        {.rules = game.rules(), .seed = random_word(), .start = start, .no_guess = true, .seconds = seconds});
    auto found = search.next();
    if (!found) throw out_of_budget(search.shortage());
    return std::make_shared<const LaidBoard>(LaidBoard{game.rules(), std::move(found->board), start});
}

MoveResult make_move(const Call& call, const MoveRequest& asked) {
    Games& games = call.session.games();
    std::shared_ptr<const LaidBoard> laid;
    const KeptGame before = games.copy(asked.id);
    const int cell = index_of(before.game.rules(), asked.cell);
    if (asked.act == Act::Open && before.game.needs_layout() && !before.game.is_flagged(cell))
        laid = make_layout(before.game, cell, asked.budget.value_or(BOARD_SECONDS));
    return games.with(asked.id, [&](HostedGame& game) {
        if (game.is_full()) throw conflict("this game has reached the limit of moves: begin a new one");
        if (asked.act == Act::Open && game.needs_layout()) {
            if (!laid || game.is_flagged(cell)) return result_of(game, {});
            game.lay(laid);
            if (game.is_over()) return result_of(game, {});  // by flags that were set before
        }
        try {
            const auto made = game.act(asked.act, cell, PERSON, now());
            return result_of(game, made ? std::vector{*made} : std::vector<Move>{});
        } catch (const GameOver& over) {
            throw conflict(over.what());
        }
    });
}

// Opens the cells that are certainly free, without those that carry a flag. Returns the moves.
std::vector<Move> open_certain(HostedGame& game, double seconds) {
    std::vector<Move> made;
    Analysis analysis;
    const View view = game.view();
    Limits limits;
    limits.seconds = seconds;
    limits.estimate = false;
    analyse(view, limits, false, analysis);
    if (analysis.verdict != Verdict::Exact) return made;
    for (int cell = 0; cell < view.cells(); ++cell)
        if (analysis.risk[cell] == 0 && !view.flagged(cell) && !game.is_over())
            if (auto move = game.act(Act::Open, cell, AUTOPLAY, now())) made.push_back(std::move(*move));
    return made;
}

MoveResult autoplay(const Call& call, const AutoplayRequest& asked) {
    Games& games = call.session.games();
    KeptGame kept = games.copy(asked.id);
    HostedGame& game = kept.game;
    if (game.needs_layout()) return result_of(game, {});
    if (game.is_over()) throw conflict("the game is over");
    const double until = now() + asked.budget;
    std::vector<Move> made;
    game.help();
    if (const auto start = game.start(); start && game.is_promised() && !game.is_flagged(*start))
        if (auto move = game.act(Act::Open, *start, AUTOPLAY, now())) made.push_back(std::move(*move));
    while (!game.is_over() && !call.is_stopped() && now() < until) {
        const auto opened = open_certain(game, std::min(MOVE_SECONDS, until - now()));
        if (opened.empty()) break;
        made.insert(made.end(), opened.begin(), opened.end());
    }
    if (games.replace(asked.id, kept)) return result_of(game, made);
    return result_of(games.copy(asked.id).game, {});  // the person made a move meanwhile, which goes first
}

GameState lay_mines(const Call& call, const LayoutRequest& given) {
    return call.session.games().with(given.id, [&](HostedGame& game) {
        const Rules& rules = game.rules();
        std::vector<int> mines;
        for (const Cell mine : given.mines) mines.push_back(index_of(rules, mine));
        game.lay(lay_board(rules, mines, index_of(rules, given.start)));
        return state_of(given.id, game);
    });
}

GamePosition help(const Call& call, const GameQuestion& asked) {
    return call.session.games().with(asked.id, [&](HostedGame& game) {
        if (game.is_over()) throw conflict("the game is over");
        game.help();
        GamePosition found{print_position(game.view(), sapper::Form::OneLine), std::nullopt};
        if (game.is_promised()) {
            found.promise.emplace(StatedPromise{{game.rules()}, std::nullopt});
            if (const auto start = game.start()) found.promise->start = cell_at(*start, game.rules().cols);
        }
        return found;
    });
}

GameState take_back(const Call& call, const GameQuestion& asked) {
    return call.session.games().with(asked.id, [&](HostedGame& game) {
        if (game.moves() == 0) throw conflict("there is no move to take back");
        game.take_back(now());
        return state_of(asked.id, game);
    });
}

GameState play_again(const Call& call, const GameQuestion& asked) {
    const HostedGame game = HostedGame::again(call.session.games().copy(asked.id).game);
    const std::string id = call.session.games().add(game);
    return state_of(id, game);
}

StatedRecord record(const Call& call, const GameQuestion& asked) {
    const HostedGame game = call.session.games().copy(asked.id).game;
    if (!game.is_over()) throw conflict("the game is not over: its record would show where the mines are");
    return stated(game.record());
}

SavedGame save(const Call& call, const GameQuestion& asked) {
    return {asked.id, call.session.games().copy(asked.id).game.save(now())};
}

GameState restore(const Call& call, const SavedGame& given) {
    const HostedGame game = HostedGame::restore(given.saved, now());
    call.session.games().put(given.id, game);
    return state_of(given.id, game);
}

ForgottenGame forget(const Call& call, const GameQuestion& asked) { return {call.session.games().forget(asked.id)}; }

}  // namespace

std::span<const RequestKind> game_requests() {
    static constexpr RequestKind KINDS[] = {
        kind_of<&new_game>("new_game", "Begin a game with hidden mines."),
        kind_of<&continue_game>("continue_game", "Go on from a position of a record."),
        kind_of<&look>("game", "Everything that may be known about a game."),
        kind_of<&make_move>("move", "Open a cell, set or take a flag, or chord."),
        kind_of<&autoplay>("autoplay", "Open certainly free cells, again and again, until a guess is needed."),
        kind_of<&lay_mines>("lay_mines", "Give a game its layout before the first cell is opened."),
        kind_of<&help>("help", "The position of a game for an analysis. The game then counts as helped."),
        kind_of<&take_back>("take_back", "Take the last move back. The game is then no fair game any more."),
        kind_of<&play_again>("play_again", "Begin a new game on the same board."),
        kind_of<&record>("game_record", "The record of a finished game."),
        kind_of<&save>("save_game", "A game as opaque text, from which it is restored."),
        kind_of<&restore>("restore_game", "Restore a saved game, under the identity given."),
        kind_of<&forget>("forget_game", "Drop a game."),
    };
    return KINDS;
}

}  // namespace sapper::facade
