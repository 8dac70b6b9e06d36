// The one entry of the facade: a request by name, and its answers.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facade/fields.hpp"
#include "facade/games.hpp"
#include "facade/value.hpp"

namespace sapper::facade {

class Session;
class PlayedCandidates;  // thinking.hpp

// What a request may use besides its fields.
struct Call {
    Session& session;
    const std::atomic<bool>* stop = nullptr;  // set by another thread: answer with the best result so far

    bool is_stopped() const { return stop && stop->load(std::memory_order_relaxed); }
};

// Takes one answer of a request. It may throw, which ends the request.
using Send = std::function<void(Value)>;

// Takes one answer of a request that streams.
template <class Answer>
class Tell {
public:
    explicit Tell(const Send& send) : send_(send) {}
    void operator()(const Answer& answer) const { send_(write(answer)); }

private:
    const Send& send_;
};

// One kind of request.
struct RequestKind {
    const char *name, *sentence;
    bool streams = false;  // whether it may have several answers
    void (*answer)(const Call&, const Value&, const Send&) = nullptr;
    Value (*request_schema)(Definitions&) = nullptr;
    Value (*answer_schema)(Definitions&) = nullptr;
};

template <class Request>
Request read_request(const Value& value) {
    Request request{};
    Form<Request>::read(value, request, {});
    return request;
}

// What a function takes and gives that answers a kind of request.
template <class Function>
struct Asked;

// With one answer, which it returns.
template <class A, class R>
struct Asked<A (*)(const Call&, const R&)> {
    using Request = R;
    using Answer = A;
    static constexpr bool STREAMS = false;
};

// With answers that it sends while it works.
template <class A, class R>
struct Asked<void (*)(const Call&, const R&, const Tell<A>&)> {
    using Request = R;
    using Answer = A;
    static constexpr bool STREAMS = true;
};

// The kind of request that the function `ask` answers.
template <auto ask>
constexpr RequestKind kind_of(const char* name, const char* sentence) {
    using Kind = Asked<decltype(ask)>;
    RequestKind kind{name, sentence, Kind::STREAMS};
    kind.answer = [](const Call& call, const Value& value, const Send& send) {
        const auto request = read_request<typename Kind::Request>(value);
        if constexpr (Kind::STREAMS)
            ask(call, request, Tell<typename Kind::Answer>(send));
        else
            send(write(ask(call, request)));
    };
#ifndef SAPPER_WITHOUT_SCHEMA
    // The schema is half of the facade's code, so the module for browsers, which does not need it, is built without.
    kind.request_schema = [](Definitions& in) { return Form<typename Kind::Request>::schema(in); };
    kind.answer_schema = [](Definitions& in) { return Form<typename Kind::Answer>::schema(in); };
#endif
    return kind;
}

// Each is defined in the file of its name.
std::span<const RequestKind> position_requests();
std::span<const RequestKind> game_requests();
std::span<const RequestKind> board_requests();
std::span<const RequestKind> record_requests();
std::span<const RequestKind> trainer_requests();

// The JSON Schema of every request and answer: {"requests": {name: {"request", "answer", "streams"}}, "$defs": {...}}.
Value schema();

// What lives from request to request. It may be used by several threads at once.
class Session {
public:
    // Sends every answer of a request. Throws a Refusal when the request has none; what `send` throws passes through.
    void ask(std::string_view name, const Value& request, const Send& send, const std::atomic<bool>* stop = nullptr);

    // The games that people play.
    Games& games() { return games_; }

    // What `begin_think` began last; null if nothing was begun.
    void keep_candidates(std::shared_ptr<PlayedCandidates> thinking) {
        const std::scoped_lock lock(guard_);
        candidates_ = std::move(thinking);
    }
    std::shared_ptr<PlayedCandidates> played_candidates() {
        const std::scoped_lock lock(guard_);
        return candidates_;
    }

private:
    Games games_;
    std::mutex guard_;
    std::shared_ptr<PlayedCandidates> candidates_;
};

}  // namespace sapper::facade
