// Positions that come as text or as a board file. The requests `read_position` and `open_board_file`.
#pragma once

#include <string>
#include <vector>

#include "facade/session.hpp"

namespace sapper::facade {

struct ReadRequest {
    static constexpr About ABOUT{"ReadRequest", "A position text as a person writes it."};
    std::string text;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("text", self.text, "Rows split by / or newlines, the mine count after them or in a first line.");
    }
};

struct FileRequest {
    static constexpr About ABOUT{"FileRequest", "A board file of another program (.mbf or .abf)."};
    std::vector<int> data;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("data", self.data, "The bytes of the file, each a number from 0 to 255.");
    }
};

struct ReadPosition {
    static constexpr About ABOUT{"ReadPosition", "A position that was read."};
    std::string position;
    int rows = 0, cols = 0, mines = 0;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("position", self.position, "The position as text on one line.");
        visit.field("rows", self.rows, "The number of rows.");
        visit.field("cols", self.cols, "The number of columns.");
        visit.field("mines", self.mines, "The number of mines.");
    }
};

ReadPosition read_position(const Call& call, const ReadRequest& request);

// The board of a file after its first cell is opened: a zero if the board has one, else a free cell, else none.
ReadPosition open_board_file(const Call& call, const FileRequest& request);

}  // namespace sapper::facade
