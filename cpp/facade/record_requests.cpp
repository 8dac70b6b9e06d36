// Requests about whole games: reviews, games of agents, and short records.
#include "facade/review.hpp"
#include "facade/session.hpp"
#include "facade/short_record.hpp"
#include "facade/verdict.hpp"
#include "facade/watch.hpp"

namespace sapper::facade {

std::span<const RequestKind> record_requests() {
    static constexpr RequestKind KINDS[] = {
        kind_of<&review>("review", "The moves of a game, each graded, and a summary."),
        kind_of<&verdict>("verdict", "What the moves of a game cost and what luck added."),
        kind_of<&watch>("watch", "Native agents on the same board, step by step."),
        kind_of<&complete_record>("complete_record", "The whole record of a short one."),
    };
    return KINDS;
}

}  // namespace sapper::facade
