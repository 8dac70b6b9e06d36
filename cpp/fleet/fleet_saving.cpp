// Saving the games of a fleet as bytes, and restoring them.
#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "fleet/fleet.hpp"
#include "game/neighbours.hpp"

namespace sapper {

namespace {

void require(bool sound) {
    if (!sound) throw std::invalid_argument("the saved games are damaged, or of an environment with other arguments");
}

// Appends everything it visits to a string.
struct Writer {
    std::string out;

    template <class T>
    void operator()(const T& value) {
        out.append(reinterpret_cast<const char*>(&value), sizeof(T));
    }
    template <class T>
    void operator()(const std::vector<T>& values) {
        out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }
};

// Reads everything it visits from a string; vectors keep their size.
struct Reader {
    std::string_view left;

    void take(void* to, std::size_t size) {
        require(left.size() >= size);
        if (size > 0) std::memcpy(to, left.data(), size);
        left.remove_prefix(size);
    }
    template <class T>
    void operator()(T& value) {
        take(&value, sizeof(T));
    }
    void operator()(bool& value) {
        std::uint8_t byte = 0;
        take(&byte, 1);
        require(byte <= 1);  // any other byte is not a valid bool
        value = byte != 0;
    }
    template <class T>
    void operator()(std::vector<T>& values) {
        take(values.data(), values.size() * sizeof(T));
    }
};

}  // namespace

// Visits everything that the next step depends on, and all results. Boards are left out, because stream and number
// determine them.
template <class Self, class Visit>
void Fleet::visit(Self& self, Visit& visitor) {
    for (auto& place : self.places_) {
        visitor(place.stream);
        visitor(place.next);
        visitor(place.own_stream);
        visitor(place.own_number);
        visitor(place.steps);
        visitor(place.start);
        visitor(place.begun);
        visitor(place.over);
        visitor(place.lowest);
    }
    for (auto* numbers : {&self.numbers_, &self.masks_, &self.finals_}) visitor(*numbers);
    for (auto* values : {&self.risks_, &self.final_risks_, &self.rewards_}) visitor(*values);
    for (auto* marks : {&self.terminated_, &self.truncated_, &self.won_, &self.acted_}) visitor(*marks);
    for (auto* counts : {&self.opened_, &self.hits_}) visitor(*counts);
}

std::string Fleet::save() const {
    Writer writer;
    visit(*this, writer);
    return std::move(writer.out);
}

Fleet::Fleet(const FleetSettings& settings, std::size_t games, std::string_view saved) : Fleet(settings, games) {
    Reader reader{saved};
    visit(*this, reader);
    require(reader.left.empty());
    Scratch scratch;
    for (std::size_t i = 0; i < games; ++i) {
        check_saved(i);
        if (places_[i].begun && !places_[i].over) resume(i, scratch);
    }
}

// Refuses values that no step or reset can produce and that a later step could not handle.
void Fleet::check_saved(std::size_t i) const {
    const Place& place = places_[i];
    const int start = settings_.start;
    require(place.start >= 0 && static_cast<std::size_t>(place.start) < cells_);
    require(start == FleetSettings::FIRST_ACTION || !place.begun || place.start == start);
    require(start == FleetSettings::FIRST_ACTION || place.begun || place.over);
    require(place.steps >= 0 && place.steps < std::numeric_limits<std::int64_t>::max() / 2);
    for (const auto* marks : {&terminated_, &truncated_, &won_, &acted_}) require((*marks)[i] <= 1);
    const auto all = [i](const std::vector<std::int8_t>& values, std::size_t size, int low, int high) {
        const auto begin = values.begin() + i * size;
        return std::all_of(begin, begin + size, [&](int value) { return low <= value && value <= high; });
    };
    const bool untouched = !place.begun && !place.over;
    require(all(numbers_, cells_, FLAGGED, untouched ? COVERED : 8) && all(masks_, actions(), 0, 1));
    require(finals_.empty() || all(finals_, cells_, FLAGGED, 8));
}

// Lays out the board of an unfinished game again and makes moves that lead to the saved numbers.
void Fleet::resume(std::size_t i, Scratch& scratch) {
    Place& place = places_[i];
    lay(place, place.start, scratch);
    Game& game = place.game;
    const auto& mine = place.board.mine;
    const std::int8_t* shown = numbers_.data() + i * cells_;
    const Rules& rules = settings_.rules;
    // Whether a flag that was removed later protected this cell from a cascade.
    const auto spared = [&](int cell) {
        bool found = false;
        if (rules.cascade && shown[cell] == COVERED)
            for_neighbours(rules.rows, rules.cols, cell, [&](int other) { found |= shown[other] == 0; });
        return found;
    };
    const auto each = [&](auto wanted, auto move) {
        for (int cell = 0; cell < rules.cells(); ++cell)
            if (wanted(cell)) {
                require(game.state() == State::Playing);
                move(cell);
            }
    };
    const auto flag = [&](int cell) { game.flag(cell); };
    // Flags come first, because they stop cascades. Wrong flags come before right ones, because right ones alone might
    // win.
    each([&](int cell) { return !mine[cell] && (shown[cell] == FLAGGED || spared(cell)); }, flag);
    each([&](int cell) { return mine[cell] && shown[cell] == FLAGGED; }, flag);
    each([&](int cell) { return shown[cell] >= HIT; }, [&](int cell) { game.open(cell, scratch.opened); });
    each(spared, flag);
    scratch.opened.clear();
    require(game.state() == State::Playing);
    for (std::size_t cell = 0; cell < cells_; ++cell)
        require(shown[cell] == (game.flags()[cell] ? FLAGGED : game.numbers()[cell]));
}

}  // namespace sapper
