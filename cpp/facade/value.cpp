#include "facade/value.hpp"

namespace sapper::facade {

Value::Value() = default;
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

Value::Value(const char* text) : data(std::string(text)) {}
Value::Value(int number) : data(std::int64_t{number}) {}

const Value* Value::find(std::string_view name) const {
    if (const auto* object = as<Object>())
        for (const auto& [key, value] : *object)
            if (key == name) return &value;
    return nullptr;
}

}  // namespace sapper::facade
