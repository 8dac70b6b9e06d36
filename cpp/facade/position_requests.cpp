// The requests about positions, by name.
#include "facade/advice.hpp"
#include "facade/analyse.hpp"
#include "facade/cell_questions.hpp"
#include "facade/reading.hpp"
#include "facade/session.hpp"
#include "facade/thinking.hpp"
#include "facade/weigh.hpp"

namespace sapper::facade {

void add_position_requests(std::vector<RequestKind>& kinds) {
    kinds.push_back(answers("analyse", "The risks of a position, or why it is impossible.", &analyse));
    kinds.push_back(answers("best", "The recommended move of a position.", &best));
    kinds.push_back(answers("explain", "What is known about one cell: its risk, proof and numbers.", &explain));
    kinds.push_back(answers("numbers", "The number that a covered cell may show.", &numbers));
    kinds.push_back(answers("proof", "Why a covered cell is certain.", &proof));
    kinds.push_back(streams("reasons", "The cheapest proof of every certain cell.", &reasons));
    kinds.push_back(answers("safe", "The cells of a position that are certainly free.", &safe));
    kinds.push_back(streams("think", "The win rates of the candidate moves.", &think));
    kinds.push_back(answers("begin_think", "The candidate moves, to be played out by several workers.", &begin_think));
    kinds.push_back(answers("play_out", "Rollouts of moves, for the request add_playouts.", &play_out));
    kinds.push_back(answers("add_playouts", "The win rates after more rollouts.", &add_playouts));
    kinds.push_back(answers("read_position", "A position text in its form on one line.", &read_position));
    kinds.push_back(answers("open_board_file", "A board file with its first cell opened.", &open_board_file));
    kinds.push_back(answers("weigh", "The grade of one move, and the best move.", &weigh));
}

}  // namespace sapper::facade
