// What is asked and answered about exercises of the trainer.
#pragma once

#include <string>
#include <vector>

#include "facade/position.hpp"
#include "facade/trainer_progress.hpp"

namespace sapper::facade {

struct ProgressRequest {
    static constexpr About ABOUT{"ProgressRequest", "A player's progress, at a time."};
    Value progress;
    Seconds now = 0;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("progress", self.progress, "The progress, in the form of TrainerProgress; null for a new player.");
        visit.field("now", self.now, "The time, in seconds since 1970.");
    }
};

struct Standing {
    static constexpr About ABOUT{"Standing", "A player's rating in one kind of exercise now."};
    Rating rating;
    std::int64_t answered = 0, right = 0;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("rating", self.rating.value, "The rating.");
        visit.field("deviation", self.rating.deviation, "Its standard deviation.");
        visit.field("answered", self.answered, "The number of answers.");
        visit.field("right", self.right, "The number of right answers.");
    }
};

struct Standings {
    static constexpr About ABOUT{"Standings", "A player's ratings now."};
    Standing deduction, guess;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("deduction", self.deduction, "Deductions.");
        visit.field("guess", self.guess, "Guesses.");
    }
};

struct TrainerState {
    static constexpr About ABOUT{"TrainerState", "A player's ratings and repetitions now."};
    Standings standings;
    std::int64_t due = 0, waiting = 0;
    std::vector<RatedAnswer> history;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("standings", self.standings, "The ratings.");
        visit.field("due", self.due, "How many missed exercises have come back.");
        visit.field("waiting", self.waiting, "How many missed exercises will come back later.");
        visit.field("history", self.history, "The newest rated answers.");
    }
};

struct ProgressAnswer {
    static constexpr About ABOUT{"ProgressAnswer", "A player's progress, checked, and what follows from it now."};
    TrainerProgress progress;
    TrainerState state;
    std::vector<std::string> due;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("progress", self.progress, "The progress.");
        visit.field("state", self.state, "The ratings and repetitions now.");
        visit.field("due", self.due, "The exercises that have come back, the longest overdue first.");
    }
};

struct OfferedExercise {
    static constexpr About ABOUT{"OfferedExercise", "An exercise that may come next."};
    std::string name;
    ExerciseKind kind = ExerciseKind::Deduction;
    double difficulty = 0;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("name", self.name, "Its name.");
        visit.field("kind", self.kind, "Its kind.");
        visit.field("difficulty", self.difficulty, "Its rating.");
    }
};

struct ChoiceRequest : ProgressRequest {
    static constexpr About ABOUT{"ChoiceRequest", "A player who wants an exercise, and those that fit."};
    std::vector<OfferedExercise> exercises;
    std::vector<double> draws;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        ProgressRequest::fields(self, visit);
        visit.field("exercises", self.exercises, "The exercises that fit.");
        visit.field("draws", self.draws, "Two random numbers from 0 up to, but not including, 1.");
    }
};

struct ChoiceAnswer {
    static constexpr About ABOUT{"ChoiceAnswer", "The next exercise."};
    std::string name;
    bool has_returned = false;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("name", self.name, "Its name.");
        visit.field("has_returned", self.has_returned, "Whether it was missed before and has come back.");
    }
};

struct GuessValue {
    static constexpr About ABOUT{"GuessValue", "A guess of an exercise."};
    Cell cell;
    double risk = 0, win = 0;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("cell", self.cell, "The cell.");
        visit.field("risk", self.risk, "The probability that it is a mine.");
        visit.field("win", self.win, "The exact probability of winning after it.");
    }
};

struct ExerciseAnswer {
    static constexpr About ABOUT{"ExerciseAnswer", "An answer to an exercise, and the solution."};
    ExerciseKind kind = ExerciseKind::Deduction;
    Position position;
    std::vector<Cell> cells, solution;
    std::vector<GuessValue> moves;
    bool find_all = false;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("kind", self.kind, "The kind of the exercise.");
        visit.field("position", self.position,
                    "The position as text: rows split by / or newlines, with the mine count.");
        visit.field("cells", self.cells, "The named cells. No cell means that the player gives up.");
        visit.field("solution", self.solution, "The right cells.");
        visit.option("moves", self.moves, "For a guess, every guess, the best first.");
        visit.option("find_all", self.find_all, "Whether a deduction must name all free cells.");
    }
};

struct JudgedAnswer {
    static constexpr About ABOUT{"JudgedAnswer", "Whether an answer is right, and why."};
    bool right = false;
    std::string sentence;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("right", self.right, "Whether it is right.");
        visit.field("sentence", self.sentence, "Why.");
    }
};

struct AddedAnswer : ProgressRequest {
    static constexpr About ABOUT{"AddedAnswer", "A judged answer to add to a progress."};
    OfferedExercise exercise;
    bool right = false;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        ProgressRequest::fields(self, visit);
        visit.field("exercise", self.exercise, "The exercise.");
        visit.field("right", self.right, "Whether the answer was right.");
    }
};

struct ChangedProgress {
    static constexpr About ABOUT{"ChangedProgress", "What an answer changed."};
    double before = 0, after = 0;
    bool is_repeated = false;
    TrainerProgress progress;
    TrainerState state;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("before", self.before, "The rating before the answer.");
        visit.field("after", self.after, "The rating after it.");
        visit.field("is_repeated", self.is_repeated,
                    "Whether the exercise was answered before. Then the rating stays.");
        visit.field("progress", self.progress, "The new progress.");
        visit.field("state", self.state, "The ratings and repetitions now.");
    }
};

}  // namespace sapper::facade
