#include "facade/short_record.hpp"

#include <charconv>
#include <string_view>
#include <utility>

namespace sapper::facade {

namespace {

constexpr std::size_t LONGEST_MOVES = 400'000;  // characters
constexpr std::size_t LONGEST_AGENT = 80;       // bytes

[[noreturn]] void refuse_cell() { throw malformed("the record names a cell outside its board"); }

int checked_cell(const Rules& rules, int cell) {
    if (cell < 0 || cell >= rules.cells()) refuse_cell();
    return cell;
}

Act act_of(char letter) {
    if (letter == 'o') return Act::Open;
    if (letter == 'f') return Act::Flag;
    if (letter == 'c') return Act::Chord;
    throw malformed("the link contains no game record: a move begins with o, f or c");
}

Move move_of(const Rules& rules, std::string_view text) {
    Move move;
    move.act = act_of(text.empty() ? ' ' : text[0]);
    const char* end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data() + 1, end, move.cell, 36);
    if (error != std::errc() || read != end) refuse_cell();
    checked_cell(rules, move.cell);
    return move;
}

// The beginning of a text, without a character that would be cut in two.
std::string beginning(const std::string& text) {
    if (text.size() <= LONGEST_AGENT) return text;
    std::size_t size = LONGEST_AGENT;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
    return text.substr(0, size);
}

}  // namespace

StatedRecord complete_record(const Call&, const CompleteRequest& request) {
    const ShortRecord& given = request.short_record;
    if (given.moves.size() > LONGEST_MOVES) throw malformed("the record has too many moves");
    const Rules rules = given.rules.checked();
    for (const int mine : given.mines) checked_cell(rules, mine);
    PlayedGame game(lay_board(rules, given.mines, checked_cell(rules, given.start)));
    std::string_view left = given.moves;
    while (!left.empty()) {
        const std::size_t dot = left.find('.');
        game.make(move_of(rules, left.substr(0, dot)));
        if (dot == std::string_view::npos) break;
        left.remove_prefix(dot + 1);
        if (left.empty()) throw malformed("the link contains no game record: it ends with a dot");
    }
    if (!game.is_over() && given.result == "lost") game.give_up("stuck");
    GameRecord record = game.record();
    record.agent = beginning(given.agent);
    return stated(record);
}

}  // namespace sapper::facade
