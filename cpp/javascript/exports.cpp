// What JavaScript may call in the WebAssembly module. The module is one thread with one session.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "facade/refusal.hpp"
#include "facade/session.hpp"
#include "javascript/message_bytes.hpp"
#include "players/deep_adviser.hpp"

#define SAPPER_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// Takes one answer, and says how to go on.
extern "C" __attribute__((import_module("sapper"), import_name("send"))) std::int32_t sapper_send(const char* bytes,
                                                                                                  std::size_t count);
// Takes the refusal that ends a request.
extern "C" __attribute__((import_module("sapper"), import_name("refuse"))) void sapper_refuse(const char* bytes,
                                                                                              std::size_t count);

namespace sapper::javascript {

namespace {

using facade::Value;

// What JavaScript wants after an answer: the next one, no more because its function has thrown an error, or the best
// result so far.
enum Next : std::int32_t { GO_ON, FAILED, STOP };

struct SendFailed {};

std::vector<std::uint8_t> request_bytes;

void refuse(const facade::Refusal& refusal) {
    Value::List cells;
    for (const facade::Cell cell : refusal.cells) cells.push_back(cell);
    const std::string bytes = to_bytes(Value::Object{{"kind", facade::KIND_WORDS[static_cast<int>(refusal.kind)]},
                                                     {"message", std::string(refusal.what())},
                                                     {"cells", std::move(cells)},
                                                     {"uses_mine_count", refusal.uses_mine_count}});
    sapper_refuse(bytes.data(), bytes.size());
}

void answer_request() {
    static facade::Session session;
    const Value call = from_bytes(request_bytes.data(), request_bytes.size());
    const Value* name = call.find("name");
    const Value* request = call.find("request");
    if (!name || !name->as<std::string>() || !request)
        throw facade::malformed("give the request's name and its fields");
    std::atomic<bool> stop = false;
    const facade::Send send = [&stop](Value answer) {
        const std::string bytes = to_bytes(answer);
        answer = {};  // so that a large answer does not lie in memory twice
        const std::int32_t next = sapper_send(bytes.data(), bytes.size());
        if (next == FAILED) throw SendFailed();
        if (next == STOP) stop = true;
    };
    session.ask(*name->as<std::string>(), *request, send, &stop);
}

}  // namespace

// The place for the bytes of the next request; null when the memory does not suffice.
SAPPER_EXPORT(sapper_place) std::uint8_t* place(std::size_t count) {
    try {
        request_bytes = std::vector<std::uint8_t>(count);
        return request_bytes.data();
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

// Keeps the weights of an agent, which were put into that place after the `length` bytes of its name.
SAPPER_EXPORT(sapper_keep_weights) void keep_agent(std::size_t length) {
    try {
        const std::string name(request_bytes.begin(), request_bytes.begin() + static_cast<std::ptrdiff_t>(length));
        keep_weights(name, std::span(request_bytes).subspan(length));
    } catch (const WeightsError& error) {
        refuse(facade::malformed(error.what()));
    } catch (const std::bad_alloc&) {
        refuse(facade::out_of_budget("the weights need more memory than a page may use"));
    }
    request_bytes = {};
}

// Answers the request whose bytes were put into that place: {"name": text, "request": object}.
SAPPER_EXPORT(sapper_ask) void ask() {
    try {
        answer_request();
    } catch (const SendFailed&) {
    } catch (const facade::Refusal& refusal) {
        refuse(refusal);
    } catch (const std::bad_alloc&) {
        refuse(facade::out_of_budget("the request needs more memory than a page may use: lower \"memory\""));
    } catch (const std::exception& error) {
        refuse(facade::out_of_budget(error.what()));
    }
    request_bytes = {};
}

}  // namespace sapper::javascript
