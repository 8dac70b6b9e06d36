#include "facade/games.hpp"

#include <random>
#include <utility>

#include "facade/refusal.hpp"

namespace sapper::facade {

namespace {

constexpr char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int IDENTITY = 22;  // letters of an identity: 132 random bits

std::string random_identity() {
    std::random_device random;
    std::string id;
    for (int i = 0; i < IDENTITY; ++i) id += LETTERS[random() & 63];
    return id;
}

}  // namespace

std::string Games::add(HostedGame game) {
    std::string id = random_identity();
    put(id, std::move(game));
    return id;
}

void Games::put(const std::string& id, HostedGame game) {
    const std::scoped_lock lock(guard_);
    games_.insert_or_assign(id, KeptGame{std::move(game), 0});
}

KeptGame Games::copy(const std::string& id) {
    const std::scoped_lock lock(guard_);
    return find(id);
}

bool Games::replace(const std::string& id, const KeptGame& changed) {
    const std::scoped_lock lock(guard_);
    KeptGame& kept = find(id);
    if (kept.changes != changed.changes) return false;
    kept.game = changed.game;
    kept.changes += 1;
    return true;
}

bool Games::forget(const std::string& id) {
    const std::scoped_lock lock(guard_);
    return games_.erase(id) > 0;
}

KeptGame& Games::find(const std::string& id) {
    const auto found = games_.find(id);
    if (found == games_.end()) throw Refusal(RefusalKind::Unknown, "this game is not kept any more: begin a new one");
    return found->second;
}

}  // namespace sapper::facade
