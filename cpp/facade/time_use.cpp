#include "facade/time_use.hpp"

#include <algorithm>

#include "facade/sentence.hpp"
#include "support/sorting.hpp"

namespace sapper::facade {

namespace {

constexpr double LONG = 1;       // seconds: no shorter pause counts as a hesitation
constexpr double UNUSUAL = 3;    // how many times the usual pause a hesitation takes
constexpr std::size_t MOST = 5;  // hesitations that are listed

std::string seconds(double time) { return with_decimals(time, 1) + " s"; }

std::string counted(int number, const char* one, const char* many) {
    return std::to_string(number) + " " + (number == 1 ? one : many);
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<Hesitation> hesitations(const std::vector<TimedMove>& moves) {
    std::vector<double> pauses;
    for (const TimedMove& move : moves)
        if (move.purpose == Purpose::Certain) pauses.push_back(move.pause);
    std::vector<Hesitation> found;
    if (pauses.empty()) return found;
    const double least = std::max(LONG, UNUSUAL * median(pauses));
    for (const TimedMove& move : moves)
        if (move.purpose == Purpose::Certain && move.pause >= least) found.push_back({move.number, move.pause});
    sort_stably(found.begin(), found.end(),
                [](const Hesitation& a, const Hesitation& b) { return a.seconds > b.seconds; });
    if (found.size() > MOST) found.resize(MOST);
    return found;
}

}  // namespace

std::optional<TimeUse> time_use(const std::vector<TimedMove>& moves) {
    if (moves.empty()) return std::nullopt;
    TimeUse use;
    int certain = 0, guesses = 0, flags = 0;
    for (const TimedMove& move : moves) {
        const bool is_certain = move.purpose == Purpose::Certain, is_guess = move.purpose == Purpose::Guess;
        (is_certain ? use.certain : is_guess ? use.guesses : use.flags) += move.pause;
        (is_certain ? certain : is_guess ? guesses : flags) += 1;
    }
    use.hesitations = hesitations(moves);
    std::vector<std::string> parts;
    const auto say = [&](double time, int moves, const char* one, const char* many) {
        if (moves)
            parts.push_back(seconds(time) + (parts.empty() ? " went into " : " into ") + counted(moves, one, many));
    };
    say(use.certain, certain, "certain move", "certain moves");
    say(use.guesses, guesses, "guess", "guesses");
    say(use.flags, flags, "flag", "flags");
    use.sentence = "Of " + seconds(use.certain + use.guesses + use.flags) + ", " + listed(parts) + ".";
    if (!use.hesitations.empty()) {
        std::vector<std::string> longest;
        for (const Hesitation& each : use.hesitations)
            longest.push_back(seconds(each.seconds) + " at move " + std::to_string(each.number));
        use.sentence += " Long pauses before certain cells: " + listed(longest) + ".";
    }
    return use;
}

}  // namespace sapper::facade
