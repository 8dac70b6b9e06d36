// Text and bytes from outside: positions, and the board files of other programs.
//
// Every parser takes untrusted input: it throws a std::invalid_argument that says what is wrong, never reads outside
// its argument, and allocates memory in proportion to the size of its input.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "game/view.hpp"

namespace sapper {

// A position text that cannot be read. `line` and `column` say where; both count characters from 1.
class NotationError : public std::invalid_argument {
public:
    NotationError(const std::string& what, int line, int column)
        : std::invalid_argument("line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + what),
          line(line),
          column(column) {}
    int line;
    int column;
};

// Position text: rows of `?` covered, `0`-`8` (`.` = 0), `F` flagged, `*` a hit mine, separated by a newline or `/`.
// The mine count is a first line `mines N`, or follows the last row after a space: `1??/???/??? 2`.
View parse_position(std::string_view text);

enum class Form { OneLine, Lines };
std::string print_position(const View& view, Form form);

// Where the mines of a board file are. Such files do not store a start.
struct Layout {
    int rows = 0;
    int cols = 0;
    std::vector<int> mines;  // row-major cells, in the order of the file
    bool operator==(const Layout&) const = default;
};

// MinesweeperX's board file (.mbf). All bytes unsigned:
//
//     0      columns, 1-255
//     1      rows, 1-255
//     2, 3   mines, high byte first
//     4...   column and row of each mine, from 0
//
// Arbiter's board file (.abf) has the same layout. Both are read and written as in Hill's JSMinesweeper, which has one
// reader for both suffixes.
Layout parse_mbf(std::span<const std::uint8_t> bytes);
Layout parse_abf(std::span<const std::uint8_t> bytes);
std::vector<std::uint8_t> print_mbf(const Layout& layout);
std::vector<std::uint8_t> print_abf(const Layout& layout);

}  // namespace sapper
