// The requests about positions, by name.
#include "facade/advice.hpp"
#include "facade/analyse.hpp"
#include "facade/cell_questions.hpp"
#include "facade/reading.hpp"
#include "facade/session.hpp"
#include "facade/thinking.hpp"
#include "facade/weigh.hpp"

namespace sapper::facade {

std::span<const RequestKind> position_requests() {
    static constexpr RequestKind KINDS[] = {
        kind_of<&analyse>("analyse", "The risks of a position, or why it is impossible."),
        kind_of<&best>("best", "The recommended move of a position."),
        kind_of<&explain>("explain", "What is known about one cell: its risk, proof and numbers."),
        kind_of<&numbers>("numbers", "The number that a covered cell may show."),
        kind_of<&proof>("proof", "Why a covered cell is certain."),
        kind_of<&reasons>("reasons", "The cheapest proof of every certain cell."),
        kind_of<&safe>("safe", "The cells of a position that are certainly free."),
        kind_of<&think>("think", "The win rates of the candidate moves."),
        kind_of<&begin_think>("begin_think", "The candidate moves, to be played out by several workers."),
        kind_of<&play_out>("play_out", "Rollouts of moves, for the request add_playouts."),
        kind_of<&add_playouts>("add_playouts", "The win rates after more rollouts."),
        kind_of<&read_position>("read_position", "A position text in its form on one line."),
        kind_of<&open_board_file>("open_board_file", "A board file with its first cell opened."),
        kind_of<&weigh>("weigh", "The grade of one move, and the best move."),
    };
    return KINDS;
}

}  // namespace sapper::facade
