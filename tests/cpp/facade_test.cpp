// Whole numbers, and the facade without Python: messages in, messages and refusals out.
#include <cstdio>
#include <string>
#include <vector>

#include "check.hpp"
#include "facade/explanation.hpp"
#include "facade/position.hpp"
#include "facade/sentence.hpp"
#include "facade/session.hpp"
#include "game/notation.hpp"
#include "solver/layout_total.hpp"
#include "solver/residue_product.hpp"
#include "support/whole_number.hpp"

namespace {

using sapper::WholeNumber;
using sapper::facade::Value;

void whole_numbers_are_exact() {
    WholeNumber factorial(1);
    for (std::uint32_t i = 2; i <= 30; ++i) factorial.multiply(i);
    CHECK(factorial.decimal() == "265252859812191058636308480000000");
    CHECK(WholeNumber::choose(64, 32).decimal() == "1832624140942590534");
    CHECK(WholeNumber::choose(3, 4).decimal() == "0");
    CHECK(WholeNumber(0).decimal() == "0" && WholeNumber(0).hexadecimal() == "0");
    WholeNumber power(1);
    for (int i = 0; i < 20; ++i) power.multiply_long(std::uint64_t{1} << 61);
    CHECK(power.log2() == 1220);
    CHECK(power.hexadecimal().find('1') != std::string::npos);
    power.add(~std::uint64_t{0});
    CHECK(power.divide(7) == 5);  // 2^1220 leaves 4, and 2^64 leaves 2
    // The factors of a long product, divided out again.
    WholeNumber product(1);
    check::Dice dice(5);
    std::vector<std::uint32_t> factors;
    for (int i = 0; i < 200; ++i) {
        factors.push_back(static_cast<std::uint32_t>(dice.bits()) | 1);
        product.multiply_long(factors.back() * std::uint64_t{0xFFFFFFFF});
    }
    for (const auto factor : factors) CHECK(product.divide(factor) == 0 && product.divide(0xFFFFFFFF) == 0);
    CHECK(product.decimal() == "1");
}

void residues_pin_a_number_down() {
    const auto primes = sapper::counting_primes(9);
    check::Dice dice(7);
    for (int round = 0; round < 50; ++round) {
        sapper::LayoutCount count{primes, {}};
        WholeNumber number(dice.bits());
        for (int i = dice.below(7); i > 0; --i) number.multiply_long(dice.bits());
        for (const auto prime : primes) {
            // The remainder by Horner's rule over the hexadecimal digits.
            std::uint64_t rest = 0;
            for (const char digit : number.hexadecimal()) {
                const auto value = static_cast<std::uint64_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
                rest = (rest * 4 + value / 4) % prime;  // two bits at a time fit into 64
                rest = (rest * 4 + value % 4) % prime;
            }
            count.residues.push_back(rest);
        }
        CHECK(sapper::layout_total(count).decimal() == number.decimal());
    }
}

// A proof is called by the numbers it needs. Few numbers are named, some are only placed, and more are counted.
void a_proof_names_its_numbers() {
    using sapper::facade::proof_method;
    CHECK(proof_method(1, false) == "single number" && proof_method(2, false) == "two numbers");
    CHECK(proof_method(3, false) == "three numbers" && proof_method(4, false) == "four numbers");
    CHECK(proof_method(5, false) == "5 numbers");
    CHECK(proof_method(0, true) == "mine count" && proof_method(3, true) == "mine count");
    const sapper::View view = sapper::parse_position("mines 1\n111111111?");
    const auto said = [&](int count, bool mine) {
        std::vector<int> numbers;
        for (int cell = 0; cell < count; ++cell) numbers.push_back(cell);
        return sapper::facade::proof_text(view, mine, numbers, mine, false);
    };
    CHECK(said(1, false) == "certain: the 1 at (0, 0) leaves no mine here");
    CHECK(said(2, false) == "certain: the 1 at (0, 0) and the 1 at (0, 1) leave no mine here");
    CHECK(said(4, false) ==
          "certain: the 1 at (0, 0), the 1 at (0, 1), the 1 at (0, 2) and the 1 at (0, 3) leave no mine here");
    CHECK(said(5, false) == "certain: the numbers at (0, 0), (0, 1), (0, 2), (0, 3) and (0, 4) leave no mine here");
    CHECK(
        said(8, false) ==
        "certain: the numbers at (0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6) and (0, 7) leave no mine here");
    CHECK(said(9, false) == "certain: 9 numbers together leave no mine here");
    for (const int count : {1, 2, 4, 5, 8, 9})
        CHECK(said(count, true).find(" and the mine count 1 need a mine here") != std::string::npos);
}

// As Python writes numbers: the sentences of both sides are the same.
void numbers_are_written_as_python_writes_them() {
    using namespace sapper::facade;
    CHECK(shortest(0.1) == "0.1" && shortest(1.0 / 3) == "0.3333333333333333" && shortest(0.00001) == "1e-05");
    CHECK(shortest(0.0001) == "0.0001" && shortest(5e-324) == "5e-324" && shortest(0.2 + 0.1) == "0.30000000000000004");
    CHECK(with_commas(0) == "0" && with_commas(999) == "999" && with_commas(-1234567) == "-1,234,567");
    CHECK(percent(0.0004) == "under 0.1%" && percent(0.0005) == "0.1%" && percent(0.9996) == "over 99.9%");
    CHECK(percent(0) == "0.0%" && percent(1) == "100.0%" && percent(0.9999, 2) == "99.99%");
    CHECK(about_percent(0.431) == "about 43.1%" && about_percent(0.99999) == "over 99.9%");
}

// Long lists of contradicting numbers are cut.
void a_refusal_names_few_numbers() {
    const auto sentence = [](int named) {
        sapper::View view{1, 1030, 0, std::vector<std::int8_t>(1030, 1), {}};
        sapper::Contradiction found{true, {}, false};
        for (int cell = 0; cell < named; ++cell) found.cells.push_back(cell);
        return std::string(sapper::facade::why_impossible(view, false, found).what());
    };
    CHECK(sentence(24).find("more numbers") == std::string::npos);
    CHECK(sentence(25).find(" and 1 more numbers contradict") != std::string::npos);
    CHECK(sentence(1030).find(" and 1,006 more numbers contradict each other") != std::string::npos);
}

void messages_are_answered_and_refused() {
    sapper::facade::Session session;
    const auto ask = [&](const char* name, Value request) {
        Value last;
        session.ask(name, request, [&](Value answer) { last = std::move(answer); });
        return last;
    };
    const Value answer = ask("safe", Value::Object{{"position", "mines 4\n11211\n?????\n?????"}});
    CHECK(answer.find("safe")->as<Value::List>()->size() == 3);
    // A browser's whole numbers are doubles.
    const Value::Object rules{{"rows", 2.0}, {"cols", 3.0}, {"mines", 1.0}};
    const Value promise = Value::Object{{"rules", rules}, {"start", Value::List{0.0, 0.0}}};
    const Value first = ask("analyse", Value::Object{{"position", "mines 1\n???\n???"}, {"promise", promise}});
    CHECK(*first.find("solutions")->as<std::string>() == "5");
    try {
        ask("safe", Value::Object{{"position", "mines 2\n1?3\n???"}});
        CHECK(false);
    } catch (const sapper::facade::Refusal& refusal) {
        CHECK(refusal.kind == sapper::facade::RefusalKind::Impossible && refusal.uses_mine_count);
    }
    CHECK(sapper::facade::schema().find("requests")->find("safe"));
}

}  // namespace

int main() {
    whole_numbers_are_exact();
    residues_pin_a_number_down();
    a_refusal_names_few_numbers();
    a_proof_names_its_numbers();
    numbers_are_written_as_python_writes_them();
    messages_are_answered_and_refused();
    std::puts("facade_test: all passed");
}
