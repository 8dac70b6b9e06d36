// Requests about whole games: reviews, games of agents, and short records.
#include "facade/review.hpp"
#include "facade/session.hpp"
#include "facade/short_record.hpp"
#include "facade/verdict.hpp"
#include "facade/watch.hpp"

namespace sapper::facade {

void add_record_requests(std::vector<RequestKind>& kinds) {
    kinds.push_back(streams("review", "The moves of a game, each graded, and a summary.", &review));
    kinds.push_back(answers("verdict", "What the moves of a game cost and what luck added.", &verdict));
    kinds.push_back(streams("watch", "Native agents on the same board, step by step.", &watch));
    kinds.push_back(answers("complete_record", "The whole record of a short one.", &complete_record));
}

}  // namespace sapper::facade
