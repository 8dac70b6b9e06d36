#include "game/notation.hpp"

#include <algorithm>
#include <optional>

#include "support/plural.hpp"

namespace sapper {

namespace {

constexpr std::string_view SYMBOLS = "'?', '0'-'8', '.', 'F' or '*'";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Walks over UTF-8 text and keeps the line and column of the current character. A byte that is not valid UTF-8 counts
// as one character.
class Cursor {
public:
    explicit Cursor(std::string_view text) : text_(text) {
        if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);  // a byte order mark is not part of the text
    }

    bool at_end() const { return at_ == text_.size(); }
    char peek() const { return at_end() ? '\0' : text_[at_]; }
    std::string_view rest() const { return text_.substr(at_); }

    void advance() {
        if (text_[at_] == '\n') {
            line_ += 1;
            column_ = 1;
        } else if (at_ + 1 == text_.size() || (static_cast<unsigned char>(text_[at_ + 1]) & 0xC0) != 0x80) {
            column_ += 1;  // this is the last byte of its character
        }
        at_ += 1;
    }

    void skip_blanks() {
        while (!at_end() && is_blank(peek())) advance();
    }
    void skip_space() {
        while (!at_end() && (is_blank(peek()) || peek() == '\n')) advance();
    }

    [[noreturn]] void fail(const std::string& what) const { throw NotationError(what, line_, column_); }

    // The current character, as an error message names it.
    std::string name() const {
        if (at_end()) return "the end of the text";
        const auto c = static_cast<unsigned char>(peek());
        if (c == '\n') return "the end of the line";
        if (c == '\'') return "\"'\"";
        if (c >= 0x20 && c < 0x7F) return std::string("'") + peek() + "'";
        unsigned code = c, more = 0;
        if (c >= 0xF0)
            code &= 0x07, more = 3;
        else if (c >= 0xE0)
            code &= 0x0F, more = 2;
        else if (c >= 0xC0)
            code &= 0x1F, more = 1;
        for (unsigned i = 1; i <= more && at_ + i < text_.size(); ++i)
            code = code << 6 | (static_cast<unsigned char>(text_[at_ + i]) & 0x3F);
        std::string hex;
        do {
            hex.insert(hex.begin(), "0123456789ABCDEF"[code & 15]);
            code >>= 4;
        } while (code != 0 || hex.size() < 4);
        return "the character U+" + hex;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    int column_ = 1;
};

int parse_count(Cursor& cursor) {
    if (!is_digit(cursor.peek())) cursor.fail("the mine count must be a whole number, not " + cursor.name());
    const Cursor start = cursor;
    long count = 0;
    for (; is_digit(cursor.peek()); cursor.advance()) {
        count = std::min(count * 10 + (cursor.peek() - '0'), MAX_CELLS + 1);
    }
    if (count > MAX_CELLS) start.fail("the mine count is larger than any board");
    return static_cast<int>(count);
}

// Reads the symbol of one cell into a row that has `length` cells so far. Returns false where there is none.
bool parse_cell(Cursor& cursor, View& view, int length) {
    const char symbol = cursor.peek();
    std::int8_t number = COVERED;
    if (symbol >= '0' && symbol <= '8')
        number = static_cast<std::int8_t>(symbol - '0');
    else if (symbol == '.')
        number = 0;
    else if (symbol == '*')
        number = HIT;
    else if (symbol != '?' && symbol != 'F')
        return false;
    if (static_cast<long>(view.numbers.size()) == MAX_CELLS || length == MAX_SIDE)
        cursor.fail("the board is larger than " + std::to_string(MAX_CELLS) + " cells or " + std::to_string(MAX_SIDE) +
                    " a side");
    if (symbol == 'F') {
        view.flags.resize(view.numbers.size() + 1);
        view.flags.back() = 1;
    }
    view.numbers.push_back(number);
    cursor.advance();
    return true;
}

// Reads the cells of a row that stand side by side; returns how many they are.
int parse_run(Cursor& cursor, View& view) {
    int length = 0;
    while (parse_cell(cursor, view, length)) ++length;
    return length;
}

// The mine count, and where in the text it is.
struct Count {
    int mines;
    Cursor at;
};

Count parse_count_here(Cursor& cursor) {
    const Cursor at = cursor;
    return {parse_count(cursor), at};
}

// The first line `mines N`, if the text begins with one.
std::optional<Count> parse_first_line(Cursor& cursor) {
    if (!cursor.rest().starts_with("mines")) return std::nullopt;
    for (int i = 0; i < 5; ++i) cursor.advance();
    if (!is_blank(cursor.peek())) cursor.fail("a space and the mine count must follow 'mines'");
    cursor.skip_blanks();
    const Count count = parse_count_here(cursor);
    cursor.skip_blanks();
    if (cursor.at_end()) cursor.fail("the rows are missing");
    if (cursor.peek() != '\n') cursor.fail("the line of the mine count must end here, not go on with " + cursor.name());
    cursor.skip_space();
    if (cursor.at_end()) cursor.fail("the rows are missing");
    return count;
}

// Whether nothing but blank space follows. A `/` is not blank: a row must follow it.
bool only_space_follows(Cursor cursor) {
    if (cursor.peek() == '\n') cursor.skip_space();
    return cursor.at_end();
}

bool is_break(const Cursor& cursor) { return cursor.at_end() || cursor.peek() == '\n' || cursor.peek() == '/'; }

// A number that no cell can show: only the mine count has two digits or is 9.
bool is_count(Cursor cursor) {
    if (!is_digit(cursor.peek())) return false;
    const bool is_nine = cursor.peek() == '9';
    cursor.advance();
    return is_nine || is_digit(cursor.peek());
}

// Reads the other cells of a row whose cells stand apart, as in `1 ? ?`. `row_end` moves behind the last one. The mine
// count of the text looks like such a cell: it is the last of all, and one more than the rows above have.
void parse_spaced_cells(Cursor& cursor, View& view, int& length, Cursor& row_end, bool has_count) {
    Cursor before = row_end;
    Cursor last = cursor;
    while (!is_break(cursor) && !is_count(cursor)) {
        before = row_end;
        last = cursor;
        if (!parse_cell(cursor, view, length)) cursor.fail(cursor.name() + " is no symbol of a position");
        length += 1;
        row_end = cursor;
        cursor.skip_blanks();
        if (row_end.rest().size() == cursor.rest().size() && !is_break(cursor))
            last.fail("after a row and a space comes the mine count, not " + last.name());
    }
    const bool is_last = is_break(cursor) && only_space_follows(cursor);
    if (has_count || !is_last || !is_digit(last.peek()) || (view.rows > 0 && length == view.cols)) return;
    view.numbers.pop_back();
    length -= 1;
    cursor = last;
    row_end = before;
}

// Reads the next row and the blanks behind it. Returns true when the mine count follows on the same line.
bool parse_next_row(Cursor& cursor, View& view, bool has_count) {
    cursor.skip_blanks();
    int length = parse_run(cursor, view);
    Cursor row_end = cursor;
    cursor.skip_blanks();
    if (length == 1 && !is_break(cursor) && row_end.rest().size() != cursor.rest().size())
        parse_spaced_cells(cursor, view, length, row_end, has_count);
    const bool at_break = is_break(cursor);
    const bool after_blanks = length > 0 && row_end.rest().size() != cursor.rest().size();
    if (!at_break && !after_blanks)
        cursor.fail(cursor.name() + " is no symbol of a position; use " + std::string(SYMBOLS));
    if (view.rows > 0 && length > 0 && length != view.cols)
        row_end.fail("row " + std::to_string(view.rows) + " has " + std::to_string(length) +
                     (length == 1 ? " cell" : " cells") + " where row 0 has " + std::to_string(view.cols));
    if (!at_break && !is_digit(cursor.peek()))
        cursor.fail("after a row and a space comes the mine count, not " + cursor.name());
    if (length == 0) row_end.fail("a row is empty");
    view.cols = length;
    view.rows += 1;
    if (view.rows > MAX_SIDE) cursor.fail("the board has more than " + std::to_string(MAX_SIDE) + " rows");
    return !at_break;
}

}  // namespace

View parse_position(std::string_view text) {
    // Larger than any board with generous blanks. The limit keeps line and column within an int.
    if (text.size() > 4 * static_cast<std::size_t>(MAX_CELLS)) throw NotationError("the text is too long", 1, 1);
    Cursor cursor(text);
    View view;
    cursor.skip_space();
    if (cursor.at_end()) cursor.fail("the position is empty");
    std::optional<Count> count = parse_first_line(cursor);
    for (;; cursor.advance()) {
        if (parse_next_row(cursor, view, count.has_value())) {
            if (count) cursor.fail("the mine count is given twice");
            count = parse_count_here(cursor);
            cursor.skip_space();
            if (!cursor.at_end()) cursor.fail("nothing may follow the mine count, but " + cursor.name() + " does");
            break;
        }
        if (only_space_follows(cursor)) break;
    }
    if (!count) cursor.fail("the mine count is missing: write 'mines N' as a first line, or ' N' after the rows");
    view.mines = count->mines;
    if (static_cast<std::size_t>(view.mines) > view.numbers.size())
        count->at.fail("mines must be between 0 and " + std::to_string(view.numbers.size()) +
                       ", the number of cells, not " + std::to_string(view.mines));
    if (!view.flags.empty()) view.flags.resize(view.numbers.size());
    return view;
}

std::string print_position(const View& view, Form form) {
    const bool lines = form == Form::Lines;
    std::string text = lines ? "mines " + std::to_string(view.mines) : "";
    text.reserve(text.size() + view.numbers.size() + view.rows + 16);
    for (int row = 0; row < view.rows; ++row) {
        if (lines)
            text += '\n';
        else if (row > 0)
            text += '/';
        for (int cell = row * view.cols; cell < (row + 1) * view.cols; ++cell) {
            const int number = view.numbers[cell];
            text += view.flagged(cell) ? 'F' : number == COVERED ? '?' : number == HIT ? '*' : char('0' + number);
        }
    }
    if (!lines) text += ' ' + std::to_string(view.mines);
    return text;
}

namespace {

Layout parse_bytes(std::span<const std::uint8_t> bytes, const std::string& format) {
    if (bytes.size() < 4)
        throw std::invalid_argument("an " + format + " board has 4 bytes of header, not " +
                                    counted(static_cast<std::int64_t>(bytes.size()), "byte") + " in all");
    Layout layout;
    layout.cols = bytes[0];
    layout.rows = bytes[1];
    if (layout.cols == 0 || layout.rows == 0)
        throw std::invalid_argument("the " + format + " board has no cells: " + counted(layout.rows, "row") + ", " +
                                    counted(layout.cols, "column"));
    const std::size_t mines = bytes[2] * 256u + bytes[3];
    const std::string stated = counted(static_cast<std::int64_t>(mines), "mine");
    if (mines > static_cast<std::size_t>(layout.rows) * layout.cols)
        throw std::invalid_argument("the " + format + " board has " + stated + " on " +
                                    counted(layout.rows * layout.cols, "cell"));
    if (bytes.size() != 4 + 2 * mines)
        throw std::invalid_argument("an " + format + " board of " + stated + " has " + std::to_string(4 + 2 * mines) +
                                    " bytes, not " + std::to_string(bytes.size()));
    std::vector<std::uint8_t> seen(static_cast<std::size_t>(layout.rows) * layout.cols, 0);
    layout.mines.reserve(mines);
    for (std::size_t at = 4; at < bytes.size(); at += 2) {
        const int col = bytes[at], row = bytes[at + 1];
        const auto where =
            "the mine (" + std::to_string(row) + ", " + std::to_string(col) + ") of the " + format + " board ";
        if (row >= layout.rows || col >= layout.cols) throw std::invalid_argument(where + "lies outside it");
        if (seen[row * layout.cols + col]++) throw std::invalid_argument(where + "is given twice");
        layout.mines.push_back(row * layout.cols + col);
    }
    return layout;
}

std::vector<std::uint8_t> print_bytes(const Layout& layout, const std::string& format) {
    if (layout.rows < 1 || layout.rows > 255 || layout.cols < 1 || layout.cols > 255)
        throw std::invalid_argument("an " + format + " board has 1 to 255 rows and columns, not " +
                                    std::to_string(layout.rows) + "x" + std::to_string(layout.cols));
    const auto mines = layout.mines.size();
    std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(layout.cols), static_cast<std::uint8_t>(layout.rows),
                                    static_cast<std::uint8_t>(mines >> 8), static_cast<std::uint8_t>(mines)};
    for (const int cell : layout.mines) {
        if (cell < 0 || cell >= layout.rows * layout.cols) throw std::invalid_argument("a mine lies outside the board");
        bytes.push_back(static_cast<std::uint8_t>(cell % layout.cols));
        bytes.push_back(static_cast<std::uint8_t>(cell / layout.cols));
    }
    return bytes;
}

}  // namespace

Layout parse_mbf(std::span<const std::uint8_t> bytes) { return parse_bytes(bytes, ".mbf"); }
Layout parse_abf(std::span<const std::uint8_t> bytes) { return parse_bytes(bytes, ".abf"); }
std::vector<std::uint8_t> print_mbf(const Layout& layout) { return print_bytes(layout, ".mbf"); }
std::vector<std::uint8_t> print_abf(const Layout& layout) { return print_bytes(layout, ".abf"); }

}  // namespace sapper
