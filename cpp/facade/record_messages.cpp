#include "facade/record_messages.hpp"

#include <algorithm>
#include <cmath>

#include "support/sorting.hpp"

namespace sapper::facade {

namespace {

constexpr int FORMAT = 1;                       // of game records
constexpr double LONGEST_TIME = 1'000'000'000;  // seconds of a move before or after the start

Move checked_move(const Rules& rules, const GivenMove& given, const std::string& which) {
    if (given.risk && !(*given.risk >= 0 && *given.risk <= 1))
        throw malformed("the risk of " + which + " must be a probability between 0 and 1");
    if (given.time && !(std::abs(*given.time) <= LONGEST_TIME))
        throw malformed("the time of " + which + " must lie within 1,000,000,000 seconds of the start");
    Move move{.act = given.act, .cell = index_of(rules, given.cell)};
    for (const Opened& each : given.opened) {
        if (each.number < HIT || each.number > 8)
            throw malformed(which + " shows " + std::to_string(each.number) +
                            "; numbers are 0..8, or -1 for a hit mine");
        move.opened.push_back({index_of(rules, each.cell), each.number});
    }
    move.risk = given.risk;
    move.certain = given.certain;
    move.by = given.by;
    move.time = given.time;
    return move;
}

}  // namespace

void Form<Opened>::read(const Value& value, Opened& out, const Where& where) {
    const auto* list = value.as<Value::List>();
    if (!list || list->size() != 3) refuse_type(where, "an opened cell [row, col, number]");
    Form<int>::read((*list)[0], out.cell.row, where);
    Form<int>::read((*list)[1], out.cell.col, where);
    Form<int>::read((*list)[2], out.number, where);
}

Value Form<Opened>::write(const Opened& from) { return Value::List{from.cell.row, from.cell.col, from.number}; }

Value Form<Opened>::schema(Definitions& definitions) {
    return definitions.refer("Opened", [] {
        return Value::Object{{"description", "An opened cell: row, column and number; the number of a hit mine is -1."},
                             {"type", "array"},
                             {"prefixItems", Value::List{typed("integer"), typed("integer"), typed("integer")}},
                             {"minItems", 3},
                             {"maxItems", 3}};
    });
}

std::vector<Opened> opened_cells(const std::vector<OpenedCell>& cells, int cols) {
    std::vector<Opened> opened;
    opened.reserve(cells.size());
    for (const auto& [cell, number] : cells) opened.push_back({cell_at(cell, cols), number});
    return opened;
}

int index_of(const Rules& rules, Cell cell) {
    if (cell.row < 0 || cell.row >= rules.rows || cell.col < 0 || cell.col >= rules.cols)
        throw malformed("the cell " + text_of(cell) + " lies outside the " + std::to_string(rules.rows) + "x" +
                        std::to_string(rules.cols) + " board");
    return cell.row * rules.cols + cell.col;
}

StatedRecord stated(const GameRecord& record) {
    StatedRecord made;
    const int cols = record.rules.cols;
    made.rules = {record.rules};
    made.mines = cells_at(record.mines, cols);
    made.start = cell_at(record.start, cols);
    made.agent = record.agent;
    for (const Move& move : record.moves)
        made.moves.push_back({move.act, cell_at(move.cell, cols), opened_cells(move.opened, cols), move.risk,
                              move.certain, move.by, move.time});
    made.result = record.result;
    made.end = record.end;
    if (!record.reproducible) made.reproducible = false;
    if (record.forgives != Forgives::Nothing) made.forgives = record.forgives;
    if (!record.layout_known) made.layout_known = false;
    return made;
}

GameRecord GivenRecord::checked() const {
    if (format != FORMAT)
        throw malformed("this game record has format " + std::to_string(format) + "; this version reads format " +
                        std::to_string(FORMAT));
    GameRecord record;
    record.rules = rules.checked();
    for (const Cell mine : mines) record.mines.push_back(index_of(record.rules, mine));
    sort_stably(record.mines.begin(), record.mines.end());
    record.start = index_of(record.rules, start);
    record.agent = agent;
    record.moves.reserve(moves.size());
    for (std::size_t number = 0; number < moves.size(); ++number)
        record.moves.push_back(checked_move(record.rules, moves[number], "move " + std::to_string(number)));
    record.result = result;
    record.end = end;
    record.reproducible = reproducible;
    record.forgives = forgives;
    record.layout_known = layout_known;
    return record;
}

}  // namespace sapper::facade
