#include "javascript/message_bytes.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <variant>

#include "facade/refusal.hpp"

namespace sapper::javascript {

namespace {

using facade::Value;

static_assert(std::endian::native == std::endian::little);

enum class Kind : std::uint8_t { Null, False, True, Whole, Number, Text, Cell, Numbers, List, Object };

constexpr int DEEPEST = 64;  // lists and objects inside each other

class Writer {
public:
    void operator()(Value::Null) { kind(Kind::Null); }
    void operator()(bool truth) { kind(truth ? Kind::True : Kind::False); }
    void operator()(std::int64_t number) {
        kind(Kind::Whole);
        raw(static_cast<double>(number));
    }
    void operator()(double number) {
        kind(Kind::Number);
        raw(number);
    }
    void operator()(const std::string& text) {
        kind(Kind::Text);
        letters(text);
    }
    void operator()(facade::Cell cell) {
        kind(Kind::Cell);
        raw(static_cast<std::int32_t>(cell.row));
        raw(static_cast<std::int32_t>(cell.col));
    }
    void operator()(const Value::Numbers& numbers) {
        kind(Kind::Numbers);
        length(numbers.size());
        bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
    }
    void operator()(const Value::List& list) {
        kind(Kind::List);
        length(list.size());
        for (const Value& one : list) std::visit(*this, one.data);
    }
    void operator()(const Value::Object& object) {
        kind(Kind::Object);
        length(object.size());
        for (const auto& [name, member] : object) {
            letters(name);
            std::visit(*this, member.data);
        }
    }
    void operator()(const Value::Held&) { throw std::logic_error("an answer holds no position object"); }

    std::string bytes;

private:
    template <class T>
    void raw(T number) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    void kind(Kind kind) { bytes += static_cast<char>(kind); }
    void length(std::size_t count) { raw(static_cast<std::uint32_t>(count)); }
    void letters(const std::string& text) {
        length(text.size());
        bytes += text;
    }
};

class Reader {
public:
    Reader(const std::uint8_t* bytes, std::size_t count) : next_(bytes), end_(bytes + count) {}

    Value value(int depth = 0) {
        if (depth > DEEPEST) throw facade::malformed("the request has too many lists or objects inside each other");
        switch (static_cast<Kind>(*take(1))) {
            case Kind::Null:
                return {};
            case Kind::False:
                return false;
            case Kind::True:
                return true;
            case Kind::Whole:
                return static_cast<std::int64_t>(raw<double>());
            case Kind::Number:
                return raw<double>();
            case Kind::Text:
                return letters();
            case Kind::List: {
                Value::List list;
                for (std::uint32_t left = raw<std::uint32_t>(); left > 0; --left) list.push_back(value(depth + 1));
                return list;
            }
            case Kind::Object: {
                Value::Object object;
                for (std::uint32_t left = raw<std::uint32_t>(); left > 0; --left) {
                    std::string name = letters();
                    object.emplace_back(std::move(name), value(depth + 1));
                }
                return object;
            }
            default:
                throw facade::malformed("the bytes of the request name no kind of value");
        }
    }
    bool at_end() const { return next_ == end_; }

private:
    const std::uint8_t* take(std::size_t count) {
        if (static_cast<std::size_t>(end_ - next_) < count)
            throw facade::malformed("the bytes of the request end early");
        const std::uint8_t* taken = next_;
        next_ += count;
        return taken;
    }
    template <class T>
    T raw() {
        T number;
        std::memcpy(&number, take(sizeof number), sizeof number);
        return number;
    }
    std::string letters() {
        const auto length = raw<std::uint32_t>();
        return {reinterpret_cast<const char*>(take(length)), length};
    }

    const std::uint8_t* next_;
    const std::uint8_t* end_;
};

}  // namespace

std::string to_bytes(const Value& value) {
    Writer writer;
    std::visit(writer, value.data);
    return std::move(writer.bytes);
}

Value from_bytes(const std::uint8_t* bytes, std::size_t count) {
    Reader reader(bytes, count);
    Value value = reader.value();
    if (!reader.at_end()) throw facade::malformed("the bytes of the request go on after it");
    return value;
}

}  // namespace sapper::javascript
