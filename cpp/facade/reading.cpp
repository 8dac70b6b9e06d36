#include "facade/reading.hpp"

#include <algorithm>

#include "game/game.hpp"
#include "game/notation.hpp"

namespace sapper::facade {

namespace {

ReadPosition stated(const View& view) {
    return {print_position(view, sapper::Form::OneLine), view.rows, view.cols, view.mines};
}

// The first cell with this number, or the first free cell for a number below 0; the number of cells if there is none.
int first_with(const Board& board, int number) {
    const auto fits = [&](std::int8_t shown) { return number < 0 ? shown >= 0 : shown == number; };
    return static_cast<int>(std::find_if(board.numbers.begin(), board.numbers.end(), fits) - board.numbers.begin());
}

}  // namespace

ReadPosition read_position(const Call&, const ReadRequest& request) {
    try {
        return stated(parse_position(request.text));
    } catch (const std::invalid_argument& error) {
        throw malformed(std::string("the position cannot be read: ") + error.what());
    }
}

ReadPosition open_board_file(const Call&, const FileRequest& request) {
    const auto is_byte = [](int value) { return value >= 0 && value <= 255; };
    if (!std::all_of(request.data.begin(), request.data.end(), is_byte))
        throw malformed("data holds bytes: numbers from 0 to 255");
    try {
        const std::vector<std::uint8_t> bytes(request.data.begin(), request.data.end());
        const Layout layout = parse_mbf(bytes);  // .abf files have the same form
        const Board board = board_from_mines(layout.rows, layout.cols, layout.mines);
        Rules rules{layout.rows, layout.cols, board.mines, FirstMove::Unsafe};
        check_rules(rules);
        Game game;
        game.begin(rules, board);
        int start = first_with(board, 0);
        if (start == board.cells()) start = first_with(board, -1);
        std::vector<int> opened;
        if (start < board.cells()) game.open(start, opened);
        View view;
        game.view(view);
        return stated(view);
    } catch (const std::invalid_argument& error) {
        throw malformed(std::string("the file cannot be read: ") + error.what());
    }
}

}  // namespace sapper::facade
