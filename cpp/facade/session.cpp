#include "facade/session.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "players/deep_network.hpp"
#include "support/interruption.hpp"

namespace sapper::facade {

const std::vector<RequestKind>& request_kinds() {
    static const std::vector<RequestKind> kinds = [] {
        std::vector<RequestKind> made;
        add_position_requests(made);
        add_game_requests(made);
        add_board_requests(made);
        add_record_requests(made);
        add_trainer_requests(made);
        return made;
    }();
    return kinds;
}

void Session::ask(std::string_view name, const Value& request, const Send& send, const std::atomic<bool>* stop) {
    const auto& kinds = request_kinds();
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const RequestKind& one) { return one.name == name; });
    if (kind == kinds.end()) {
        std::string names;
        for (const RequestKind& one : kinds) names += (names.empty() ? "" : ", ") + one.name;
        throw Refusal(RefusalKind::Unknown, "no request '" + std::string(name) + "'; the requests are " + names);
    }
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
        kind->answer({*this, stop}, request, guarded);
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
    for (const RequestKind& kind : request_kinds()) {
        definitions.describe_requests(true);
        Value request = kind.request_schema(definitions);
        definitions.describe_requests(false);
        Value answer = kind.answer_schema(definitions);
        requests.emplace_back(kind.name, Value::Object{{"description", kind.sentence},
                                                       {"streams", kind.streams},
                                                       {"request", std::move(request)},
                                                       {"answer", std::move(answer)}});
    }
    return Value::Object{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                         {"requests", std::move(requests)},
                         {"$defs", definitions.all()}};
}

}  // namespace sapper::facade
