// Where the time of a game went: before guesses, before certain cells, and on flags.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "facade/fields.hpp"

namespace sapper::facade {

// The kinds of moves that are told apart.
enum class Purpose { Certain, Guess, Flag };

struct TimedMove {
    int number = 0;
    Purpose purpose = Purpose::Certain;
    double pause = 0;  // the seconds since the move before
};

// A long pause before a move that was certain.
struct Hesitation {
    static constexpr About ABOUT{"Hesitation", "A long pause before a move that opened only certain cells."};
    int number = 0;
    double seconds = 0;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("number", self.number, "The index of the move in the record.");
        visit.field("seconds", self.seconds, "The seconds since the move before.");
    }
};

struct TimeUse {
    static constexpr About ABOUT{"TimeUse", "Where the time of a game went."};
    double certain = 0, guesses = 0, flags = 0;
    std::vector<Hesitation> hesitations;
    std::string sentence;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("certain", self.certain, "The seconds before moves that opened only certain cells.");
        visit.field("guesses", self.guesses, "The seconds before all other moves that opened cells.");
        visit.field("flags", self.flags, "The seconds before flags.");
        visit.field("hesitations", self.hesitations,
                    "The certain moves, at most five, that took a second and three times the usual pause; the longest "
                    "first.");
        visit.field("sentence", self.sentence, "All of this in one or two sentences.");
    }
};

// Nothing if no move has a known pause.
std::optional<TimeUse> time_use(const std::vector<TimedMove>& moves);

}  // namespace sapper::facade
