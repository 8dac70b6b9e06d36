// The games that a session keeps, by their identities.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "facade/hosted_game.hpp"

namespace sapper::facade {

// One game, and how often it was changed.
struct KeptGame {
    HostedGame game;
    std::uint64_t changes = 0;
};

// Games are copied out and put back, so that no lock is held during long work. Whoever puts a game back learns whether
// it was changed meanwhile.
class Games {
public:
    // Keeps a game under a new identity, which cannot be guessed, and returns it.
    std::string add(HostedGame game);
    // Keeps a game under a given identity, and replaces one that had it.
    void put(const std::string& id, HostedGame game);
    // Calls visit(game) with the lock held and returns what it returns. Throws a refusal when there is no such game.
    template <class Visit>
    auto with(const std::string& id, Visit visit) {
        const std::scoped_lock lock(guard_);
        KeptGame& kept = find(id);
        kept.changes += 1;
        return visit(kept.game);
    }
    KeptGame copy(const std::string& id);
    // Replaces a game by its changed copy, unless it was changed since; returns whether it was replaced.
    bool replace(const std::string& id, const KeptGame& changed);
    bool forget(const std::string& id);

private:
    KeptGame& find(const std::string& id);

    std::mutex guard_;
    std::unordered_map<std::string, KeptGame> games_;
};

}  // namespace sapper::facade
