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
#include <span>
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

// The path of a field, for sentences: "rules.rows". Only a sentence makes a text of it.
class Where {
public:
    Where() = default;
    Where(const Where& outer, const char* name) : outer_(&outer), name_(name) {}
    std::string text() const;
    // The path before the name of a field: empty, or it ends with a dot.
    std::string prefix() const;

private:
    const Where* outer_ = nullptr;
    const char* name_ = nullptr;
};

// Sentences for values of the wrong type; `where` names the field.
[[noreturn]] void refuse_type(const Where& where, const std::string& wanted);
[[noreturn]] void refuse_range(const Where& where, std::int64_t given);
std::int64_t read_whole(const Value& value, const Where& where);
// The place of a word among the words of an enumeration.
int read_word(const Value& value, std::span<const char* const> words, const Where& where);
Value typed(const char* type, const char* description = nullptr);
Value either(Value a, Value b);

template <class T>
Value write(const T& member) {
    return Form<T>::write(member);
}

// Reads the fields of a struct from an object, and refuses unknown ones. The templates only remember the type of a
// field for functions that serve all types, because there are hundreds of fields.
class FieldReader {
public:
    FieldReader(const Value& value, const Where& where);
    template <class T>
    void field(const char* name, T& member, const char*) {
        read(name, &member, &read_into<T>, true);
    }
    template <class T>
    void option(const char* name, T& member, const char*) {
        read(name, &member, &read_into<T>, false);
    }
    template <class T>
    void maybe(const char* name, std::optional<T>& member, const char* about) {
        option(name, member, about);
    }
    // Throws a refusal that names a field of the object which was not read.
    void finish() const;

private:
    using Read = void (*)(const Value&, void*, const Where&);
    template <class T>
    static void read_into(const Value& value, void* member, const Where& where) {
        Form<T>::read(value, *static_cast<T*>(member), where);
    }
    void read(const char* name, void* member, Read read, bool required);

    const Value::Object* object_;
    const Where& where_;
    std::vector<const char*> known_;
};

class FieldWriter {
public:
    template <class T>
    void field(const char* name, const T& member, const char*) {
        write(name, &member, &write_from<T>);
    }
    template <class T>
    void option(const char* name, const T& member, const char*) {
        write(name, &member, &write_from<T>);
    }
    template <class T>
    void maybe(const char* name, const std::optional<T>& member, const char*) {
        if (member) write(name, &*member, &write_from<T>);
    }
    Value::Object object;

private:
    using Write = Value (*)(const void*);
    template <class T>
    static Value write_from(const void* member) {
        return Form<T>::write(*static_cast<const T*>(member));
    }
    void write(const char* name, const void* member, Write write);
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
    static void read(const Value& value, T& out, const Where& where) {
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
    static void read(const Value& value, bool& out, const Where& where) {
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
    static void read(const Value& value, T& out, const Where& where) {
        const std::int64_t given = read_whole(value, where);
        if (!std::in_range<T>(given)) refuse_range(where, given);
        out = static_cast<T>(given);
    }
    static Value write(T from) { return static_cast<std::int64_t>(from); }
    static Value schema(Definitions&) { return typed("integer"); }
};

template <>
struct Form<double> {
    static void read(const Value& value, double& out, const Where& where) {
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
    static void read(const Value& value, std::string& out, const Where& where) {
        const auto* given = value.as<std::string>();
        if (!given) refuse_type(where, "a text");
        out = *given;
    }
    static Value write(const std::string& from) { return from; }
    static Value schema(Definitions&) { return typed("string"); }
};

template <>
struct Form<Cell> {
    static void read(const Value& value, Cell& out, const Where& where);
    static Value write(Cell from) { return from; }
    static Value schema(Definitions& definitions);
};

template <>
struct Form<std::vector<double>> {
    static void read(const Value& value, std::vector<double>& out, const Where& where);
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
    static void read(const Value& value, Value& out, const Where&) { out = value; }
    static Value write(const Value& from) { return from; }
    static Value schema(Definitions&) { return Value::Object{}; }
};

template <class T>
struct Form<std::optional<T>> {
    static void read(const Value& value, std::optional<T>& out, const Where& where) {
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
    static void read(const Value& value, std::vector<T>& out, const Where& where) {
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
    static void read(const Value& value, E& out, const Where& where) {
        out = static_cast<E>(read_word(value, Words<E>::WORDS, where));
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
