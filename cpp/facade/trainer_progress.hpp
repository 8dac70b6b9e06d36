// What a player of the trainer has solved and missed: a JSON document that the terminal, the page and its server share.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "facade/fields.hpp"
#include "facade/rating.hpp"

namespace sapper::facade {

enum class ExerciseKind { Deduction, Guess };
template <>
struct Words<ExerciseKind> {
    static constexpr About ABOUT{
        "ExerciseKind", "What an exercise asks for: a cell that is certainly free, or the guess that wins most often."};
    static constexpr const char* WORDS[] = {"deduction", "guess"};
};
inline constexpr ExerciseKind EXERCISE_KINDS[] = {ExerciseKind::Deduction, ExerciseKind::Guess};

// Times are seconds since 1970.
using Seconds = std::int64_t;

struct KindProgress {
    static constexpr About ABOUT{"KindProgress", "The progress in one kind of exercise."};
    static constexpr bool IGNORES_OTHER_FIELDS = true;
    Rating rating;
    Seconds at = 0;
    std::int64_t answered = 0, right = 0;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("rating", self.rating.value, "The rating.");
        visit.field("deviation", self.rating.deviation, "Its standard deviation.");
        visit.field("at", self.at, "When the rating last changed, in seconds since 1970; 0 if it never did.");
        visit.field("answered", self.answered, "The number of answers.");
        visit.field("right", self.right, "The number of right answers.");
    }
};

struct KindsProgress {
    static constexpr About ABOUT{"KindsProgress", "The progress in every kind of exercise."};
    static constexpr bool IGNORES_OTHER_FIELDS = true;
    KindProgress deduction, guess;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("deduction", self.deduction, "Deductions.");
        visit.field("guess", self.guess, "Guesses.");
    }
};

// A missed exercise that will come back.
struct Repetition {
    std::string name;
    int box = 0;
    Seconds due = 0;
};
struct Repetitions {
    std::vector<Repetition> all;
};
template <>
struct Form<Repetitions> {
    static void read(const Value& value, Repetitions& out, const Where& where);
    static Value write(const Repetitions& from);
    static Value schema(Definitions& definitions);
};

// One rated answer: when, of which kind, and the new rating.
struct RatedAnswer {
    Seconds at = 0;
    ExerciseKind kind = ExerciseKind::Deduction;
    double rating = 0;
};
template <>
struct Form<RatedAnswer> {
    static void read(const Value& value, RatedAnswer& out, const Where& where);
    static Value write(const RatedAnswer& from);
    static Value schema(Definitions& definitions);
};

struct TrainerProgress {
    static constexpr About ABOUT{"TrainerProgress", "What a player of the trainer has solved and missed."};
    static constexpr bool IGNORES_OTHER_FIELDS = true;
    static constexpr int FORMAT = 1;
    int format = FORMAT;
    KindsProgress ratings;
    std::vector<std::string> seen;
    Repetitions repetitions;
    std::vector<RatedAnswer> history;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("format", self.format, "The version of this form.");
        visit.field("ratings", self.ratings, "The ratings.");
        visit.field("seen", self.seen, "The names of the exercises answered so far, the first one first.");
        visit.field("repetitions", self.repetitions,
                    "The missed exercises that come back: by name, the box and the time in seconds since 1970.");
        visit.field("history", self.history, "The newest rated answers.");
    }

    // Reads a document; null is a new player. Refuses what is no progress of this format.
    static TrainerProgress of(const Value& document);

    KindProgress& in(ExerciseKind kind) { return kind == ExerciseKind::Deduction ? ratings.deduction : ratings.guess; }
    const KindProgress& in(ExerciseKind kind) const { return const_cast<TrainerProgress*>(this)->in(kind); }

    // The rating of a kind now. Its deviation has grown since the last answer.
    Rating rating_now(ExerciseKind kind, Seconds now) const;
    // The exercises whose time to come back has come, the longest overdue first.
    std::vector<std::string> due(Seconds now) const;

    struct Change {
        Rating before, after;
        bool is_repeated;  // whether the exercise was answered before; then the rating stays
    };
    // Adds an answer. The first answer to an exercise changes the rating; a miss lets it come back.
    Change add(const std::string& exercise, ExerciseKind kind, const Rating& difficulty, bool right, Seconds now);
};

}  // namespace sapper::facade
