// One description of each request and answer. From it come reading, writing and the schema.
//
// A struct describes itself with a name, a sentence and a function over its fields:
//
//     struct Question {
//         static constexpr About ABOUT{"Question", "A question about one cell."};
//         Cell cell;
//         bool trust_flags = false;
//         template <class Self, class Visit>
//         static void fields(Self& self, Visit& visit) {
//             visit.field("cell", self.cell, "The cell.");
//             visit.option("trust_flags", self.trust_flags, "Whether flagged cells are mines.");
//         }
//     };
//
// `field` must be given in a request. `option` may be left out of a request, and then keeps its default. Both are
// always written in an answer. `maybe` takes a std::optional, and is left out of an answer while it is empty.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "facade/cell.hpp"
#include "facade/refusal.hpp"
#include "facade/value.hpp"

namespace sapper::facade {

struct About {
    const char* name;
    const char* sentence;
};

// The words of an enumeration, in the order of its values: template <> struct Words<E> with ABOUT and WORDS.
template <class E>
struct Words;

// The definitions of a schema, by name, in the order in which they were first needed.
class Definitions {
public:
    explicit Definitions(bool of_requests = false) : of_requests_(of_requests) {}
    // Whether fields with defaults may be left out, as in requests.
    bool of_requests() const { return of_requests_; }
    void describe_requests(bool requests) { of_requests_ = requests; }
    // Adds a definition unless its name is known, and returns a reference to it. Throws std::logic_error when the name
    // has another definition.
    template <class Make>
    Value refer(const char* name, Make make) {
        if (begin(name)) end(name, make());
        return reference(name);
    }
    const Value::Object& all() const { return all_; }

private:
    friend class FieldDescriber;
    bool begin(const char* name);
    void end(const char* name, Value made);
    void mark_options(const char* name);
    static Value reference(const char* name);

    bool of_requests_;
    struct Known {
        std::string name;
        bool of_requests, has_options;
    };
    Value::Object all_;
    std::vector<Known> known_;
};

// How a type is read, written and described. Other types specialise it.
template <class T>
struct Form;

// Sentences for values of the wrong type; `where` names the field.
[[noreturn]] void refuse_type(const std::string& where, const char* wanted);
std::int64_t read_whole(const Value& value, const std::string& where);
Value typed(const char* type, const char* description = nullptr);
Value either(Value a, Value b);

template <class T>
Value write(const T& member) {
    return Form<T>::write(member);
}

// Reads the fields of a struct from an object, and refuses unknown ones.
class FieldReader {
public:
    FieldReader(const Value& value, std::string where);
    template <class T>
    void field(const char* name, T& member, const char*) {
        const Value* given = take(name);
        if (!given) throw malformed("give \"" + where_ + name + "\"");
        Form<T>::read(*given, member, where_ + name);
    }
    template <class T>
    void option(const char* name, T& member, const char*) {
        if (const Value* given = take(name)) Form<T>::read(*given, member, where_ + name);
    }
    template <class T>
    void maybe(const char* name, std::optional<T>& member, const char* about) {
        option(name, member, about);
    }
    // Throws a refusal that names a field of the object which was not read.
    void finish() const;

private:
    const Value* take(const char* name);

    const Value::Object* object_;
    std::string where_;
    std::vector<const char*> known_;
};

class FieldWriter {
public:
    template <class T>
    void field(const char* name, const T& member, const char*) {
        object.emplace_back(name, write(member));
    }
    template <class T>
    void option(const char* name, const T& member, const char*) {
        object.emplace_back(name, write(member));
    }
    template <class T>
    void maybe(const char* name, const std::optional<T>& member, const char*) {
        if (member) object.emplace_back(name, write(*member));
    }
    Value::Object object;
};

class FieldDescriber {
public:
    explicit FieldDescriber(Definitions& definitions) : definitions_(definitions) {}
    template <class T>
    void field(const char* name, const T&, const char* about) {
        add(name, Form<T>::schema(definitions_), about, true, nullptr);
    }
    template <class T>
    void option(const char* name, const T& usual, const char* about) {
        if (!definitions_.of_requests()) return field(name, usual, about);
        has_options_ = true;
        const Value written = write(usual);
        add(name, Form<T>::schema(definitions_), about, false, &written);
    }
    template <class T>
    void maybe(const char* name, const std::optional<T>&, const char* about) {
        add(name, Form<T>::schema(definitions_), about, false, nullptr);
    }
    // With `others`, the struct may have fields that are not described.
    Value finish(const About& about, bool others = false);

private:
    void add(const char* name, Value schema, const char* about, bool required, const Value* usual);

    Definitions& definitions_;
    Value::Object properties_;
    Value::List required_;
    bool has_options_ = false;
};

template <class T>
concept Described = requires { T::ABOUT; };

// Structs whose format may have fields that nobody here knows, such as game records.
template <class T>
concept IgnoresOthers = requires { T::IGNORES_OTHER_FIELDS; };

template <Described T>
struct Form<T> {
    static void read(const Value& value, T& out, const std::string& where) {
        FieldReader reader(value, where);
        T::fields(out, reader);
        if constexpr (!IgnoresOthers<T>) reader.finish();
    }
    static Value write(const T& from) {
        FieldWriter writer;
        T::fields(from, writer);
        return std::move(writer.object);
    }
    static Value schema(Definitions& definitions) {
        return definitions.refer(T::ABOUT.name, [&] {
            FieldDescriber describer(definitions);
            const T usual{};
            T::fields(usual, describer);
            return describer.finish(T::ABOUT, IgnoresOthers<T>);
        });
    }
};

template <>
struct Form<bool> {
    static void read(const Value& value, bool& out, const std::string& where) {
        const bool* given = value.as<bool>();
        if (!given) refuse_type(where, "true or false");
        out = *given;
    }
    static Value write(bool from) { return from; }
    static Value schema(Definitions&) { return typed("boolean"); }
};

template <class T>
    requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
struct Form<T> {
    static void read(const Value& value, T& out, const std::string& where) {
        const std::int64_t given = read_whole(value, where);
        if (!std::in_range<T>(given)) throw malformed(where + " is out of range: " + std::to_string(given));
        out = static_cast<T>(given);
    }
    static Value write(T from) { return static_cast<std::int64_t>(from); }
    static Value schema(Definitions&) { return typed("integer"); }
};

template <>
struct Form<double> {
    static void read(const Value& value, double& out, const std::string& where) {
        if (const double* given = value.as<double>())
            out = *given;
        else if (const auto* whole = value.as<std::int64_t>())
            out = static_cast<double>(*whole);
        else
            refuse_type(where, "a number");
        if (std::isnan(out)) refuse_type(where, "a number");
    }
    static Value write(double from) { return std::isnan(from) ? Value() : Value(from); }
    static Value schema(Definitions&) { return typed("number"); }
};

template <>
struct Form<std::string> {
    static void read(const Value& value, std::string& out, const std::string& where) {
        const auto* given = value.as<std::string>();
        if (!given) refuse_type(where, "a text");
        out = *given;
    }
    static Value write(const std::string& from) { return from; }
    static Value schema(Definitions&) { return typed("string"); }
};

template <>
struct Form<Cell> {
    static void read(const Value& value, Cell& out, const std::string& where);
    static Value write(Cell from) { return from; }
    static Value schema(Definitions& definitions);
};

template <>
struct Form<std::vector<double>> {
    static void read(const Value& value, std::vector<double>& out, const std::string& where);
    static Value write(const std::vector<double>& from) { return from; }
    static Value schema(Definitions& definitions);
};

// A row of a grid of numbers, in which nan stands for null. It is only written.
struct Row {
    std::vector<double> values;
};
template <>
struct Form<Row> {
    static Value write(const Row& from) { return from.values; }
    static Value schema(Definitions& definitions);
};

// An object whose form another format defines, such as a game record.
template <>
struct Form<Value> {
    static void read(const Value& value, Value& out, const std::string&) { out = value; }
    static Value write(const Value& from) { return from; }
    static Value schema(Definitions&) { return Value::Object{}; }
};

template <class T>
struct Form<std::optional<T>> {
    static void read(const Value& value, std::optional<T>& out, const std::string& where) {
        if (value.is_null())
            out.reset();
        else
            Form<T>::read(value, out.emplace(), where);
    }
    static Value write(const std::optional<T>& from) { return from ? Form<T>::write(*from) : Value(); }
    static Value schema(Definitions& definitions) { return either(Form<T>::schema(definitions), typed("null")); }
};

template <class T>
struct Form<std::vector<T>> {
    static void read(const Value& value, std::vector<T>& out, const std::string& where) {
        out.clear();
        const auto* given = value.as<Value::List>();
        if (!given) refuse_type(where, "a list");
        for (const Value& one : *given) Form<T>::read(one, out.emplace_back(), where);
    }
    static Value write(const std::vector<T>& from) {
        Value::List list;
        list.reserve(from.size());
        for (const auto& one : from) list.push_back(Form<T>::write(one));
        return list;
    }
    static Value schema(Definitions& definitions) {
        return Value::Object{{"type", "array"}, {"items", Form<T>::schema(definitions)}};
    }
};

// One of several answers. It is written as what it holds, and never read.
template <class A, class B>
struct Form<std::variant<A, B>> {
    static Value write(const std::variant<A, B>& from) {
        return std::visit([](const auto& held) { return facade::write(held); }, from);
    }
    static Value schema(Definitions& definitions) {
        return either(Form<A>::schema(definitions), Form<B>::schema(definitions));
    }
};

template <class E>
    requires std::is_enum_v<E>
struct Form<E> {
    static void read(const Value& value, E& out, const std::string& where) {
        const auto* given = value.as<std::string>();
        std::string words;
        int at = 0;
        for (const char* word : Words<E>::WORDS) {
            if (given && *given == word) {
                out = static_cast<E>(at);
                return;
            }
            words += (at++ ? ", " : "") + std::string(word);
        }
        refuse_type(where, ("one of " + words).c_str());
    }
    static Value write(E from) { return Words<E>::WORDS[static_cast<int>(from)]; }
    static Value schema(Definitions& definitions) {
        return definitions.refer(Words<E>::ABOUT.name, [] {
            Value::List words;
            for (const char* word : Words<E>::WORDS) words.push_back(word);
            return Value::Object{{"description", Words<E>::ABOUT.sentence}, {"type", "string"}, {"enum", words}};
        });
    }
};

}  // namespace sapper::facade
