// The requests about positions, by name.
#include "facade/analyse.hpp"
#include "facade/session.hpp"

namespace sapper::facade {

void add_position_requests(std::vector<RequestKind>& kinds) {
    kinds.push_back(answers("analyse", "The risks of a position, or why it is impossible.", &analyse));
    kinds.push_back(answers("safe", "The cells of a position that are certainly free.", &safe));
}

}  // namespace sapper::facade
