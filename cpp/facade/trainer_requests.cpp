// Requests about exercises of the trainer: which comes next, whether an answer is right, and what it changes.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "facade/sentence.hpp"
#include "facade/session.hpp"
#include "facade/trainer_messages.hpp"
#include "support/sorting.hpp"

namespace sapper::facade {

namespace {

constexpr std::size_t NEAREST = 24;  // the next exercise is drawn from this many, nearest to the player's rating
constexpr double DEVIATION = 80;     // of an exercise's rating, which follows from a rule and is not certain
constexpr double EQUAL = 1e-9;       // chances to win that differ by less are equal

TrainerState state_of(const TrainerProgress& progress, Seconds now) {
    const auto standing = [&](ExerciseKind kind) {
        return Standing{progress.rating_now(kind, now), progress.in(kind).answered, progress.in(kind).right};
    };
    TrainerState state{{standing(ExerciseKind::Deduction), standing(ExerciseKind::Guess)}, 0, 0, progress.history};
    state.due = static_cast<std::int64_t>(progress.due(now).size());
    state.waiting = static_cast<std::int64_t>(progress.repetitions.all.size()) - state.due;
    return state;
}

ProgressAnswer look(const Call&, const ProgressRequest& request) {
    const TrainerProgress progress = TrainerProgress::of(request.progress);
    return {progress, state_of(progress, request.now), progress.due(request.now)};
}

ChoiceAnswer choose(const Call&, const ChoiceRequest& request) {
    const TrainerProgress progress = TrainerProgress::of(request.progress);
    const bool is_drawn =
        std::all_of(request.draws.begin(), request.draws.end(), [](double draw) { return draw >= 0 && draw < 1; });
    if (request.draws.size() != 2 || !is_drawn) throw malformed("draws are two numbers, at least 0 and less than 1");
    if (request.exercises.empty()) throw malformed("no other exercise fits the choice");
    const auto any = [&](const auto& list, double draw) -> decltype(auto) {
        return list[std::min(list.size() - 1, static_cast<std::size_t>(draw * static_cast<double>(list.size())))];
    };
    std::unordered_set<std::string> names;
    for (const OfferedExercise& one : request.exercises) names.insert(one.name);
    for (const std::string& name : progress.due(request.now))
        if (names.contains(name)) return {name, true};
    const std::unordered_set<std::string> seen(progress.seen.begin(), progress.seen.end());
    std::vector<const OfferedExercise*> fresh;
    for (const OfferedExercise& one : request.exercises)
        if (!seen.contains(one.name)) fresh.push_back(&one);
    // When all exercises have been seen, any of them is drawn.
    if (fresh.empty()) return {any(request.exercises, request.draws[0]).name, false};
    std::vector<ExerciseKind> kinds;
    for (const ExerciseKind kind : EXERCISE_KINDS)
        if (std::any_of(fresh.begin(), fresh.end(), [&](const auto* one) { return one->kind == kind; }))
            kinds.push_back(kind);
    const ExerciseKind drawn = any(kinds, request.draws[0]);
    std::erase_if(fresh, [&](const auto* one) { return one->kind != drawn; });
    const double level = progress.rating_now(drawn, request.now).value;
    sort_stably(fresh.begin(), fresh.end(), [&](const auto* a, const auto* b) {
        return std::tuple(std::abs(a->difficulty - level), a->name) <
               std::tuple(std::abs(b->difficulty - level), b->name);
    });
    if (fresh.size() > NEAREST) fresh.resize(NEAREST);
    return {any(fresh, request.draws[1])->name, false};
}

bool is_in(Cell cell, const std::vector<Cell>& cells) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

JudgedAnswer judge_deduction(const ExerciseAnswer& answer, const std::vector<Cell>& cells) {
    const auto wrong =
        std::find_if(cells.begin(), cells.end(), [&](Cell cell) { return !is_in(cell, answer.solution); });
    if (cells.empty()) return {false, "Here is the solution."};
    if (wrong != cells.end()) {
        const std::string named = "The cell " + text_of(*wrong);
        PositionRequest question;
        question.position = answer.position;
        question.trust_flags = true;
        const Solved solved = solve(question);
        const double risk = solved->risk(solved->index_of(*wrong));
        if (risk == 1) return {false, named + " is certainly a mine."};
        return {false, named + " is not certain: it is a mine in " + plain_percent(risk, 1) + " of all layouts."};
    }
    const auto missing =
        std::count_if(answer.solution.begin(), answer.solution.end(), [&](Cell cell) { return !is_in(cell, cells); });
    if (answer.find_all && missing > 0) {
        const std::string more = missing == 1 ? "one more cell is" : std::to_string(missing) + " more cells are";
        return {false, "Right so far, but " + more + " certainly free."};
    }
    return {true, cells.size() == 1 ? "Right: it is certainly free." : "Right: all of them are certainly free."};
}

JudgedAnswer judge_guess(const ExerciseAnswer& answer, const std::vector<Cell>& cells) {
    if (cells.size() > 1) throw malformed("a guess is one cell");
    if (answer.moves.empty()) throw malformed("give the \"moves\" of a guess, the best first");
    const GuessValue& best = answer.moves[0];
    const std::string top = plain_percent(best.win, 1);
    const std::string wins = text_of(best.cell) + " wins " + top + " of all games.";
    if (cells.empty()) {
        const auto equal = std::count_if(answer.moves.begin(), answer.moves.end(),
                                         [&](const GuessValue& one) { return best.win - one.win < EQUAL; });
        if (equal > 1)
            return {false, "There are " + std::to_string(equal) + " best guesses; each wins " + top + " of all games."};
        return {false, "The best guess is " + text_of(best.cell) + ", which wins " + top + " of all games."};
    }
    const Cell cell = cells[0];
    const auto named =
        std::find_if(answer.moves.begin(), answer.moves.end(), [&](const GuessValue& one) { return one.cell == cell; });
    if (named == answer.moves.end()) return {false, "The cell " + text_of(cell) + " is certainly a mine. " + wins};
    const std::string won = text_of(cell) + " wins " + plain_percent(named->win, 1);
    if (is_in(cell, answer.solution)) return {true, "Right: " + won + " of all games."};
    return {false,
            "The guess " + won + ", " + with_decimals(100 * (best.win - named->win), 1) + " points less: " + wins};
}

JudgedAnswer judge(const Call&, const ExerciseAnswer& answer) {
    const View& view = answer.position.solved ? answer.position.solved->view : answer.position.view;
    std::vector<Cell> cells;
    for (const Cell cell : answer.cells) {
        if (cell.row < 0 || cell.row >= view.rows || cell.col < 0 || cell.col >= view.cols)
            throw malformed("the cell " + text_of(cell) + " lies outside the " + std::to_string(view.rows) + "x" +
                            std::to_string(view.cols) + " board");
        if (view.numbers[view.at(cell.row, cell.col)] != COVERED)
            throw malformed("the cell " + text_of(cell) + " is open already");
        if (!is_in(cell, cells)) cells.push_back(cell);
    }
    return answer.kind == ExerciseKind::Deduction ? judge_deduction(answer, cells) : judge_guess(answer, cells);
}

ChangedProgress add(const Call&, const AddedAnswer& given) {
    TrainerProgress progress = TrainerProgress::of(given.progress);
    const auto& [name, kind, difficulty] = given.exercise;
    const auto change = progress.add(name, kind, {difficulty, DEVIATION}, given.right, given.now);
    return {change.before.value, change.after.value, change.is_repeated, progress, state_of(progress, given.now)};
}

}  // namespace

std::span<const RequestKind> trainer_requests() {
    static constexpr RequestKind KINDS[] = {
        kind_of<&look>("progress", "A player's ratings, and the exercises that come back."),
        kind_of<&choose>("choose_exercise", "The next exercise of a player."),
        kind_of<&judge>("judge_answer", "Whether an answer to an exercise is right."),
        kind_of<&add>("add_answer", "What an answer changes in a player's progress."),
    };
    return KINDS;
}

}  // namespace sapper::facade
