// The one entry of the facade: a request by name, and its answers.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
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
    std::string name, sentence;
    bool streams = false;  // whether it may have several answers
    std::function<void(const Call&, const Value&, const Send&)> answer;
    std::function<Value(Definitions&)> request_schema, answer_schema;
};

template <class Request>
Request read_request(const Value& value) {
    Request request{};
    Form<Request>::read(value, request, "");
    return request;
}

// The schema is half of the facade's code, so the module for browsers, which does not need it, is built without.
template <class Request, class Answer>
RequestKind request_kind(const char* name, const char* sentence, bool streams) {
#ifdef SAPPER_WITHOUT_SCHEMA
    return {name, sentence, streams, nullptr, nullptr, nullptr};
#else
    return {name,
            sentence,
            streams,
            nullptr,
            [](Definitions& in) { return Form<Request>::schema(in); },
            [](Definitions& in) { return Form<Answer>::schema(in); }};
#endif
}

// A kind of request with one answer.
template <class Request, class Answer>
RequestKind answers(const char* name, const char* sentence, Answer (*ask)(const Call&, const Request&)) {
    RequestKind kind = request_kind<Request, Answer>(name, sentence, false);
    kind.answer = [ask](const Call& call, const Value& value, const Send& send) {
        send(write(ask(call, read_request<Request>(value))));
    };
    return kind;
}

// A kind of request that sends its answers while it works.
template <class Request, class Answer>
RequestKind streams(const char* name, const char* sentence,
                    void (*ask)(const Call&, const Request&, const Tell<Answer>&)) {
    RequestKind kind = request_kind<Request, Answer>(name, sentence, true);
    kind.answer = [ask](const Call& call, const Value& value, const Send& send) {
        ask(call, read_request<Request>(value), Tell<Answer>(send));
    };
    return kind;
}

// Each is defined in the file of its name, and adds its kinds of requests.
void add_position_requests(std::vector<RequestKind>& kinds);
void add_game_requests(std::vector<RequestKind>& kinds);
void add_board_requests(std::vector<RequestKind>& kinds);
void add_record_requests(std::vector<RequestKind>& kinds);
void add_trainer_requests(std::vector<RequestKind>& kinds);

// All kinds of requests.
const std::vector<RequestKind>& request_kinds();

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
