#include "facade/fields.hpp"

#include <algorithm>

#include "support/sorting.hpp"

namespace sapper::facade {

namespace {

constexpr double MOST_WHOLE = 9007199254740992;  // 2^53: JavaScript has no greater whole numbers

}  // namespace

bool Definitions::begin(const char* name) {
    for (const Known& known : known_)
        if (known.name == name) {
            // Fields with defaults may be left out in requests only, so such structs need two names.
            if (known.has_options && known.of_requests != of_requests_)
                throw std::logic_error(std::string("the struct ") + name + " serves requests and answers");
            return false;
        }
    known_.push_back({name, of_requests_, false});
    all_.emplace_back(name, Value());
    return true;
}

void Definitions::end(const char* name, Value made) {
    for (auto& [known, definition] : all_)
        if (known == name) definition = std::move(made);
}

void Definitions::mark_options(const char* name) {
    for (Known& known : known_)
        if (known.name == name) known.has_options = true;
}

Value Definitions::reference(const char* name) { return Value::Object{{"$ref", std::string("#/$defs/") + name}}; }

std::string Where::text() const { return name_ ? outer_->prefix() + name_ : ""; }

std::string Where::prefix() const { return name_ ? text() + "." : ""; }

void refuse_type(const Where& where, const std::string& wanted) {
    const std::string name = where.text();
    throw malformed((name.empty() ? "a request" : name) + " must be " + wanted);
}

void refuse_range(const Where& where, std::int64_t given) {
    throw malformed(where.text() + " is out of range: " + std::to_string(given));
}

std::int64_t read_whole(const Value& value, const Where& where) {
    if (const auto* given = value.as<std::int64_t>()) return *given;
    const double* given = value.as<double>();
    if (!given || std::trunc(*given) != *given || std::abs(*given) > MOST_WHOLE) refuse_type(where, "a whole number");
    return static_cast<std::int64_t>(*given);
}

int read_word(const Value& value, std::span<const char* const> words, const Where& where) {
    const auto* given = value.as<std::string>();
    std::string listed;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (given && *given == words[i]) return static_cast<int>(i);
        listed += (i ? ", " : "") + std::string(words[i]);
    }
    refuse_type(where, "one of " + listed);
}

Value typed(const char* type, const char* description) {
    Value::Object made{{"type", type}};
    if (description) made.emplace_back("description", description);
    return made;
}

Value either(Value a, Value b) { return Value::Object{{"anyOf", Value::List{std::move(a), std::move(b)}}}; }

FieldReader::FieldReader(const Value& value, const Where& where) : object_(value.as<Value::Object>()), where_(where) {
    if (!object_) refuse_type(where_, "an object with named fields");
}

void FieldReader::read(const char* name, void* member, Read read, bool required) {
    known_.push_back(name);
    for (const auto& [key, value] : *object_)
        if (key == name) return read(value, member, Where(where_, name));
    if (required) throw malformed("give \"" + where_.prefix() + name + "\"");
}

void FieldReader::finish() const {
    const auto is_known = [&](const auto& member) {
        return std::any_of(known_.begin(), known_.end(), [&](const char* name) { return member.first == name; });
    };
    const auto unknown = std::find_if_not(object_->begin(), object_->end(), is_known);
    if (unknown == object_->end()) return;
    std::vector<std::string> names(known_.begin(), known_.end());
    sort_stably(names.begin(), names.end());
    std::string listed;
    for (const auto& name : names) listed += (listed.empty() ? "" : ", ") + where_.prefix() + name;
    throw malformed("no option '" + where_.prefix() + unknown->first + "'; the options are " + listed);
}

void FieldWriter::write(const char* name, const void* member, Write write) { object.emplace_back(name, write(member)); }

void FieldDescriber::add(const char* name, Value schema, const char* about, bool required, const Value* usual) {
    auto described = *schema.as<Value::Object>();
    described.emplace_back("description", about);
    if (usual) described.emplace_back("default", *usual);
    properties_.emplace_back(name, std::move(described));
    if (required) required_.push_back(name);
}

Value FieldDescriber::finish(const About& about, bool others) {
    if (has_options_) definitions_.mark_options(about.name);
    return Value::Object{{"description", about.sentence},
                         {"type", "object"},
                         {"properties", std::move(properties_)},
                         {"required", std::move(required_)},
                         {"additionalProperties", others}};
}

void Form<Cell>::read(const Value& value, Cell& out, const Where& where) {
    const auto* list = value.as<Value::List>();
    const auto* given = value.as<Cell>();
    if (given)
        out = *given;
    else if (list && list->size() == 2) {
        Form<int>::read((*list)[0], out.row, where);
        Form<int>::read((*list)[1], out.col, where);
    } else
        refuse_type(where, "a cell [row, col]");
}

Value Form<Cell>::schema(Definitions& definitions) {
    return definitions.refer("Cell", [] {
        return Value::Object{{"description", "A cell: row and column, from 0."},
                             {"type", "array"},
                             {"prefixItems", Value::List{typed("integer"), typed("integer")}},
                             {"minItems", 2},
                             {"maxItems", 2}};
    });
}

void Form<std::vector<double>>::read(const Value& value, std::vector<double>& out, const Where& where) {
    if (const auto* numbers = value.as<Value::Numbers>()) {
        out = *numbers;
        return;
    }
    const auto* given = value.as<Value::List>();
    if (!given) refuse_type(where, "a list");
    out.clear();
    for (const Value& one : *given) Form<double>::read(one, out.emplace_back(), where);
}

Value Form<std::vector<double>>::schema(Definitions&) {
    return Value::Object{{"type", "array"}, {"items", typed("number")}};
}

Value Form<Row>::schema(Definitions&) {
    return Value::Object{{"type", "array"}, {"items", either(typed("number"), typed("null"))}};
}

}  // namespace sapper::facade
