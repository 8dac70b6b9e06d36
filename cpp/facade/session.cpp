#include "facade/session.hpp"

#include <exception>
#include <stdexcept>

#include "players/deep_network.hpp"
#include "support/interruption.hpp"

namespace sapper::facade {

namespace {

// Calls a function for every kind of request, until it returns true.
template <class Visit>
void for_each_kind(Visit visit) {
    for (const auto kinds :
         {position_requests(), game_requests(), board_requests(), record_requests(), trainer_requests()})
        for (const RequestKind& kind : kinds)
            if (visit(kind)) return;
}

const RequestKind& kind_named(std::string_view name) {
    const RequestKind* found = nullptr;
    for_each_kind([&](const RequestKind& kind) {
        if (name == kind.name) found = &kind;
        return found != nullptr;
    });
    if (found) return *found;
    std::string names;
    for_each_kind([&](const RequestKind& kind) {
        names += (names.empty() ? "" : ", ") + std::string(kind.name);
        return false;
    });
    throw Refusal(RefusalKind::Unknown, "no request '" + std::string(name) + "'; the requests are " + names);
}

}  // namespace

void Session::ask(std::string_view name, const Value& request, const Send& send, const std::atomic<bool>* stop) {
    const RequestKind& kind = kind_named(name);
    // An error of `send` is the caller's own, whatever its type, and is no refusal.
    std::exception_ptr failure;
    const Send guarded = [&](Value answer) {
        try {
            send(std::move(answer));
        } catch (...) {
            failure = std::current_exception();
            throw;
        }
    };
    try {
        kind.answer({*this, stop}, request, guarded);
    } catch (const Refusal&) {
        throw;
    } catch (const OutOfTime&) {
        if (failure) throw;
        throw out_of_budget("the request takes longer than its budget");
    } catch (const WeightsError& error) {
        throw Refusal(RefusalKind::Unknown, error.what());
    } catch (const std::invalid_argument& error) {
        if (failure) throw;
        throw malformed(error.what());
    } catch (const std::runtime_error& error) {
        if (failure) throw;
        throw out_of_budget(error.what());  // the core's word for limits that do not suffice
    }
}

Value schema() {
    Definitions definitions;
    Value::Object requests;
    for_each_kind([&](const RequestKind& kind) {
        definitions.describe_requests(true);
        Value request = kind.request_schema(definitions);
        definitions.describe_requests(false);
        Value answer = kind.answer_schema(definitions);
        requests.emplace_back(kind.name, Value::Object{{"description", kind.sentence},
                                                       {"streams", kind.streams},
                                                       {"request", std::move(request)},
                                                       {"answer", std::move(answer)}});
        return false;
    });
    return Value::Object{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                         {"requests", std::move(requests)},
                         {"$defs", definitions.all()}};
}

}  // namespace sapper::facade
