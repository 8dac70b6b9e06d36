#include "fleet/fleet.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <string>

#include "support/threads.hpp"

namespace sapper {

namespace {

// A start that is opened at once may end the game by itself. Such boards are skipped, because an episode needs a step.
// After this many in a row, the rules themselves must be at fault.
constexpr int PATIENCE = 1000;

}  // namespace

Fleet::Fleet(const FleetSettings& settings, std::size_t games) : settings_(settings) {
    const Rules& rules = settings_.rules;
    check_rules(rules);
    // If the first action chooses the start, a start in the middle needs the most free cells.
    const int middle = rules.rows / 2 * rules.cols + rules.cols / 2;
    check_start(rules, settings_.start == FleetSettings::FIRST_ACTION ? middle : settings_.start);
    cells_ = static_cast<std::size_t>(rules.cells());
    places_.resize(games);
    numbers_.assign(games * cells_, COVERED);
    masks_.assign(games * actions(), 1);
    const bool replaced = settings_.autoreset == Autoreset::SameStep;
    finals_.assign(replaced ? games * cells_ : 0, COVERED);
    risks_.assign(keeps_risks() ? games * cells_ : 0, 0.0);
    final_risks_.assign(replaced ? risks_.size() : 0, 0.0);
    rewards_.assign(games, 0.0);
    for (auto* marks : {&terminated_, &truncated_, &won_, &acted_}) marks->assign(games, 0);
    for (auto* counts : {&opened_, &hits_}) counts->assign(games, 0);
}

void Fleet::seed(std::size_t game, std::uint64_t stream) {
    places_.at(game).stream = stream;
    places_[game].next = 0;
}

// Calls work(i, scratch) for every game. Each thread has its own scratch memory.
template <class Work>
void Fleet::each(int threads, Work work) {
    const auto wanted = static_cast<std::size_t>(std::max(threads, 1));
    if (scratches_.size() < wanted) scratches_.resize(wanted);
    std::atomic<std::size_t> taken{0};
    // A step of one game takes less than a microsecond on a usual board, and a new game some milliseconds on a huge
    // one.
    constexpr std::size_t CELLS_OF_A_CHUNK = 16 * 480;
    const auto chunk = std::clamp<std::size_t>(CELLS_OF_A_CHUNK / cells_, 1, 16);
    run_in_threads(
        games(), threads, [&] { return [&work, &scratch = scratches_[taken++]](std::size_t i) { work(i, scratch); }; },
        chunk);
}

// Clears the results of the last step of a game.
void Fleet::clear(std::size_t i) {
    rewards_[i] = 0;
    terminated_[i] = truncated_[i] = won_[i] = acted_[i] = 0;
    opened_[i] = hits_[i] = 0;
}

void Fleet::reset(std::span<const std::uint8_t> marked, int threads) {
    if (marked.size() != games()) throw std::invalid_argument("reset needs one mark per game");
    each(threads, [&](std::size_t i, Scratch& scratch) {
        if (!marked[i]) return;
        clear(i);
        begin(i, scratch);
    });
}

void Fleet::check(std::span<const std::int64_t> actions) const {
    if (actions.size() != games()) throw std::out_of_range("a step needs one action per game");
    const auto count = static_cast<std::int64_t>(this->actions());
    for (std::size_t i = 0; i < games(); ++i) {
        const auto refuse = [&](const std::string& why) {
            throw std::out_of_range((games() == 1 ? "" : "game " + std::to_string(i) + ": ") + why);
        };
        if (actions[i] < 0 || actions[i] >= count)
            refuse("an action is a whole number from 0 to " + std::to_string(count - 1) + ", not " +
                   std::to_string(actions[i]));
        const bool over = places_[i].over;
        if (over && settings_.autoreset != Autoreset::NextStep)
            refuse("the game is over: reset it before the next step");
        if (settings_.refuse_repeats && !over && !masks_[i * static_cast<std::size_t>(count) + actions[i]])
            refuse("action " + std::to_string(actions[i]) + " would do nothing; info['action_mask'] tells which do");
    }
}

void Fleet::step(std::span<const std::int64_t> actions, int threads) {
    check(actions);
    each(threads, [&](std::size_t i, Scratch& scratch) {
        clear(i);
        if (places_[i].over)
            begin(i, scratch);
        else
            act(i, actions[i], scratch);
    });
}

void Fleet::lay(Place& place, int start, Scratch& scratch) {
    scratch.maker.make(settings_.rules, place.own_stream, place.own_number, start, place.board);
    place.game.begin(settings_.rules, place.board);
    place.start = start;
    place.begun = true;
}

void Fleet::begin(std::size_t i, Scratch& scratch) {
    Place& place = places_[i];
    place.steps = 0;
    place.over = true;  // until the game is ready, because an exception below leaves no playable game
    place.begun = false;
    place.own_stream = place.stream;
    place.own_number = place.next++;
    std::fill_n(numbers_.begin() + i * cells_, cells_, COVERED);
    // Nothing can be flagged before the board is laid out.
    std::fill_n(masks_.begin() + i * actions(), cells_, 1);
    std::fill_n(masks_.begin() + i * actions() + cells_, actions() - cells_, 0);
    scratch.opened.clear();
    if (settings_.start != FleetSettings::FIRST_ACTION) {
        for (int tried = 0;; ++tried) {
            lay(place, settings_.start, scratch);
            scratch.opened.clear();
            place.game.open(settings_.start, scratch.opened);
            if (place.game.state() == State::Playing) break;
            if (tried == PATIENCE)
                throw std::runtime_error(
                    "opening the start ends nearly every game by itself: change the rules, or "
                    "let the first action choose it");
            place.own_number = place.next++;
        }
        show(i, scratch);
    }
    weigh(i, scratch);
    place.over = false;
}

// Updates the numbers and the action mask after cells were opened.
void Fleet::show(std::size_t i, const Scratch& scratch) {
    const auto& numbers = places_[i].game.numbers();
    std::int8_t* shown = numbers_.data() + i * cells_;
    std::int8_t* mask = masks_.data() + i * actions();
    for (const int cell : scratch.opened) {
        shown[cell] = numbers[cell];
        mask[cell] = 0;
    }
    if (settings_.flags)
        for (std::size_t cell = 0; cell < cells_; ++cell) mask[cells_ + cell] = shown[cell] < HIT;
}

// Puts a flag on a cell or takes it away. Returns the probability that this loses, which is above 0 only if the rules
// say that a wrong flag loses the game.
double Fleet::flag_cell(std::size_t i, int cell) {
    Game& game = places_[i].game;
    const int before = game.flagged();
    game.flag(cell);
    acted_[i] = game.flagged() != before;
    if (!acted_[i]) return 0;
    const bool stands = game.flags()[cell] != 0;
    numbers_[i * cells_ + cell] = stands ? FLAGGED : COVERED;
    masks_[i * actions() + cell] = !stands;
    const bool gambles = stands && keeps_risks() && settings_.rules.lose_on_wrong_flag;
    return gambles ? 1 - risks_[i * cells_ + cell] : 0;
}

// Opens a cell. Returns the risk that the cell had before.
double Fleet::open_cell(std::size_t i, int cell, Scratch& scratch) {
    Place& place = places_[i];
    const double risk = keeps_risks() ? risks_[i * cells_ + cell] : 0;
    if (!place.begun) lay(place, cell, scratch);
    const int hits = place.game.hits();
    place.game.open(cell, scratch.opened);
    acted_[i] = !scratch.opened.empty();
    hits_[i] = place.game.hits() - hits;
    opened_[i] = static_cast<std::int32_t>(scratch.opened.size()) - hits_[i];
    if (acted_[i]) show(i, scratch);
    return risk;
}

void Fleet::act(std::size_t i, std::int64_t action, Scratch& scratch) {
    Place& place = places_[i];
    const bool flagging = static_cast<std::size_t>(action) >= cells_;
    const int cell = static_cast<int>(flagging ? action - static_cast<std::int64_t>(cells_) : action);
    double gamble = 0;  // the chance that the action loses
    place.over = true;  // until the step is done, because an exception below leaves no playable game
    scratch.opened.clear();
    if (!flagging)
        gamble = open_cell(i, cell, scratch);
    else if (place.begun)
        gamble = flag_cell(i, cell);
    place.steps += 1;
    const State state = place.begun ? place.game.state() : State::Playing;
    terminated_[i] = state != State::Playing;
    won_[i] = state == State::Won;
    truncated_[i] = settings_.max_steps > 0 && place.steps >= settings_.max_steps;
    rewards_[i] = reward(i, gamble);
    if (!scratch.opened.empty()) weigh(i, scratch);
    place.over = terminated_[i] || truncated_[i];
    if (place.over) end(i, scratch);
}

// Called after the last step of a game: begins a new game, or waits for a later call to begin it.
void Fleet::end(std::size_t i, Scratch& scratch) {
    if (settings_.autoreset == Autoreset::SameStep) {
        std::copy_n(numbers_.begin() + i * cells_, cells_, finals_.begin() + i * cells_);
        if (keeps_risks()) std::copy_n(risks_.begin() + i * cells_, cells_, final_risks_.begin() + i * cells_);
        begin(i, scratch);
    } else {
        // The next action is ignored. The mask allows all of them, because an agent cannot choose from an empty mask.
        std::fill_n(masks_.begin() + i * actions(), actions(), 1);
    }
}

// Computes the risk of opening each cell now.
void Fleet::weigh(std::size_t i, Scratch& scratch) {
    if (!keeps_risks()) return;
    Place& place = places_[i];
    double* risks = risks_.data() + i * cells_;
    if (!place.begun && settings_.rules.first_move != FirstMove::Unsafe) {
        std::fill_n(risks, cells_, 0.0);  // the rule protects whichever cell is opened first
        place.lowest = 0;
        return;
    }
    const Rules& rules = settings_.rules;
    scratch.view = {rules.rows, rules.cols, rules.mines, {}, {}};
    if (place.begun)
        scratch.view.numbers = place.game.numbers();
    else
        scratch.view.numbers.assign(cells_, COVERED);
    analyse(scratch.view, Limits{}, false, scratch.analysis);
    place.lowest = std::numeric_limits<double>::infinity();
    for (std::size_t cell = 0; cell < cells_; ++cell) {
        const std::int8_t number = scratch.view.numbers[cell];
        risks[cell] = number == COVERED ? scratch.analysis.risk[cell] : number == HIT ? 1.0 : 0.0;
        if (number == COVERED) place.lowest = std::min(place.lowest, risks[cell]);
    }
}

// The reward of the last step; `gamble` is the chance it had of hitting a mine or of losing by a flag.
double Fleet::reward(std::size_t i, double gamble) const {
    const auto cells = static_cast<double>(cells_);
    const bool lost = terminated_[i] && !won_[i];
    double earned = acted_[i] ? 0 : -settings_.repeat_penalty;
    switch (settings_.reward) {
        case Reward::None:
            break;
        case Reward::Win:
            earned += won_[i];
            break;
        case Reward::Progress:
            // On a board of mines only, the share would be 0 / 0.
            if (opened_[i] > 0) earned += opened_[i] / (cells - settings_.rules.mines);
            if (lost || hits_[i] > 0) earned -= 1;
            break;
        case Reward::Mehta:
            earned += won_[i] ? cells : lost ? -cells : opened_[i] > 0 ? 1 : -0.5;
            break;
        case Reward::Regret:
            if (acted_[i]) earned -= std::max(0.0, gamble - places_[i].lowest);
            earned += won_[i];
            break;
    }
    return earned;
}

}  // namespace sapper
