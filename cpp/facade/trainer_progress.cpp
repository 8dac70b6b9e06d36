#include "facade/trainer_progress.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_set>

#include "support/sorting.hpp"

namespace sapper::facade {

namespace {

constexpr Seconds MINUTE = 60, DAY = 86'400;
// The time until an exercise comes back, by its box, after Sebastian Leitner. A missed exercise goes into the first
// box.
constexpr Seconds BOXES[] = {10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY};
constexpr int BOX_COUNT = static_cast<int>(std::size(BOXES));
constexpr std::size_t MOST_HISTORY = 2'000;  // the newest results are kept
constexpr std::size_t MOST_NAMES = 100'000;
constexpr std::size_t LONGEST_NAME = 64;
constexpr Seconds LATEST = 9'007'199'254'740'992;  // 2^53

void check_range(const std::string& what, double number, double least, double most) {
    if (!(number >= least && number <= most)) throw malformed(what + " is out of its range");
}

void check_name(const std::string& name) {
    if (name.size() > LONGEST_NAME) throw malformed("the exercises are named by short texts");
}

void check(const TrainerProgress& progress) {
    for (const ExerciseKind kind : EXERCISE_KINDS) {
        const KindProgress& one = progress.in(kind);
        check_range("a rating", one.rating.value, -10'000, 10'000);
        check_range("a deviation", one.rating.deviation, 1, Rating::LARGEST_DEVIATION);
        check_range("a time", static_cast<double>(one.at), 0, static_cast<double>(LATEST));
        check_range("a count", static_cast<double>(one.answered), 0, static_cast<double>(LATEST));
        check_range("a count", static_cast<double>(one.right), 0, static_cast<double>(one.answered));
    }
    if (progress.seen.size() + progress.repetitions.all.size() > MOST_NAMES)
        throw malformed("it names too many exercises");
    for (const std::string& name : progress.seen) check_name(name);
    for (const Repetition& one : progress.repetitions.all) {
        check_name(one.name);
        check_range("a box", one.box, 0, BOX_COUNT - 1);
        check_range("a time", static_cast<double>(one.due), 0, static_cast<double>(LATEST));
    }
    for (const RatedAnswer& one : progress.history) {
        check_range("a time", static_cast<double>(one.at), 0, static_cast<double>(LATEST));
        check_range("a rating", one.rating, -10'000, 10'000);
    }
}

template <class T>
void keep_newest(std::vector<T>& all, std::size_t most) {
    if (all.size() > most) all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(most));
}

// The values of a list that must have `count` of them.
const Value::List& parts(const Value& value, std::size_t count, const Where& where, const char* wanted) {
    const auto* list = value.as<Value::List>();
    if (!list || list->size() != count) refuse_type(where, wanted);
    return *list;
}

}  // namespace

void Form<Repetitions>::read(const Value& value, Repetitions& out, const Where& where) {
    const auto* given = value.as<Value::Object>();
    if (!given) refuse_type(where, "an object with named fields");
    out.all.clear();
    for (const auto& [name, pair] : *given) {
        const Value::List& list = parts(pair, 2, where, "pairs of a box and a time");
        Repetition one{name};
        Form<int>::read(list[0], one.box, where);
        Form<Seconds>::read(list[1], one.due, where);
        out.all.push_back(std::move(one));
    }
}

Value Form<Repetitions>::write(const Repetitions& from) {
    Value::Object made;
    for (const Repetition& one : from.all) made.emplace_back(one.name, Value::List{Value(one.box), Value(one.due)});
    return made;
}

Value Form<Repetitions>::schema(Definitions&) {
    Value pair = Value::Object{{"type", "array"},
                               {"prefixItems", Value::List{typed("integer"), typed("integer")}},
                               {"minItems", 2},
                               {"maxItems", 2}};
    return Value::Object{{"type", "object"}, {"additionalProperties", std::move(pair)}};
}

void Form<RatedAnswer>::read(const Value& value, RatedAnswer& out, const Where& where) {
    const Value::List& list = parts(value, 3, where, "lists of a time, a kind and a rating");
    Form<Seconds>::read(list[0], out.at, where);
    Form<ExerciseKind>::read(list[1], out.kind, where);
    Form<double>::read(list[2], out.rating, where);
    out.rating = std::nearbyint(out.rating);
}

Value Form<RatedAnswer>::write(const RatedAnswer& from) {
    return Value::List{Value(from.at), facade::write(from.kind), Value(static_cast<std::int64_t>(from.rating))};
}

Value Form<RatedAnswer>::schema(Definitions& definitions) {
    const Value kind = Form<ExerciseKind>::schema(definitions);  // first, because the types are written in this order
    return definitions.refer("RatedAnswer", [&] {
        return Value::Object{
            {"description", "A rated answer: the time in seconds since 1970, the kind, and the new rating."},
            {"type", "array"},
            {"prefixItems", Value::List{typed("integer"), kind, typed("integer")}},
            {"minItems", 3},
            {"maxItems", 3}};
    });
}

TrainerProgress TrainerProgress::of(const Value& document) {
    TrainerProgress progress;
    if (document.is_null()) return progress;
    const Value* format = document.find("format");
    const auto* number = format ? format->as<std::int64_t>() : nullptr;
    if (!number || *number != FORMAT)
        throw malformed("this is not the trainer's progress: it has no \"format\": " + std::to_string(FORMAT));
    try {
        Form<TrainerProgress>::read(document, progress, {});
        check(progress);
    } catch (const Refusal& refusal) {
        throw malformed(std::string("the progress of the trainer is damaged: ") + refusal.what());
    }
    std::unordered_set<std::string> known;
    std::erase_if(progress.seen, [&](const std::string& name) { return !known.insert(name).second; });
    keep_newest(progress.history, MOST_HISTORY);
    return progress;
}

Rating TrainerProgress::rating_now(ExerciseKind kind, Seconds now) const {
    const auto& [rating, at, answered, right] = in(kind);
    return at ? rating.idle(static_cast<double>(now - at) / static_cast<double>(DAY)) : rating;
}

std::vector<std::string> TrainerProgress::due(Seconds now) const {
    std::vector<Repetition> found;
    for (const Repetition& one : repetitions.all)
        if (one.due <= now) found.push_back(one);
    sort_stably(found.begin(), found.end(), [](const Repetition& a, const Repetition& b) {
        return std::tie(a.due, a.name) < std::tie(b.due, b.name);
    });
    std::vector<std::string> names;
    for (Repetition& one : found) names.push_back(std::move(one.name));
    return names;
}

TrainerProgress::Change TrainerProgress::add(const std::string& exercise, ExerciseKind kind, const Rating& difficulty,
                                             bool is_right, Seconds now) {
    check_name(exercise);
    KindProgress& own = in(kind);
    const Rating before = rating_now(kind, now);
    own.answered += 1;
    own.right += is_right;
    const bool is_repeated = std::find(seen.begin(), seen.end(), exercise) != seen.end();
    Rating after = before;
    if (!is_repeated) {
        after = before.after({{difficulty, is_right ? 1.0 : 0.0}});
        own.rating = after;
        own.at = now;
        seen.push_back(exercise);
        history.push_back({now, kind, std::nearbyint(after.value)});
        keep_newest(history, MOST_HISTORY);
    }
    auto& all = repetitions.all;
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == exercise; });
    const bool waits = found != all.end();
    Repetition later = waits ? *found : Repetition{exercise};
    if (waits) all.erase(found);
    if (!is_right) {
        all.push_back({exercise, 0, now + BOXES[0]});
    } else if (waits && now < later.due) {
        all.push_back(later);  // solved again before its time, so nothing is known about remembering it
    } else if (waits && later.box + 1 < BOX_COUNT) {
        const int box = later.box + 1;
        all.push_back({exercise, box, now + BOXES[box]});
    }
    return {before, after, is_repeated};
}

}  // namespace sapper::facade
