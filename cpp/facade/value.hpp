// A message of the facade: what a Python dictionary or a JavaScript object holds, between typed structs and bindings.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "facade/cell.hpp"

namespace sapper::facade {

struct HeldPosition;  // position.hpp

// One value of a message. Bindings convert it as follows: Null is null or None, a Cell is the pair [row, col], Numbers
// is a list of numbers in which nan stands for null, and a held position is a position that the caller has as an
// object, such as Python's View. Only requests contain held positions.
struct Value {
    using Null = std::monostate;
    using Numbers = std::vector<double>;
    using List = std::vector<Value>;
    using Object = std::vector<std::pair<std::string, Value>>;  // in the order of the fields
    using Held = std::shared_ptr<const HeldPosition>;
    std::variant<Null, bool, std::int64_t, double, std::string, Cell, Numbers, List, Object, Held> data;

    // Not inline: a message is taken apart in many places.
    Value();
    Value(const Value& other);
    Value(Value&& other) noexcept;
    Value& operator=(const Value& other);
    Value& operator=(Value&& other) noexcept;
    ~Value();
    template <class T>
    Value(T given) : data(std::move(given)) {}
    Value(const char* text);
    Value(int number);

    template <class T>
    const T* as() const {
        return std::get_if<T>(&data);
    }
    bool is_null() const { return std::holds_alternative<Null>(data); }
    // The member of an object; null when the value is no object or has no such member.
    const Value* find(std::string_view name) const;
};

}  // namespace sapper::facade
