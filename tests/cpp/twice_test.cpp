// The class for 128-bit integers beside the compiler's own type, on random values and on those near the powers of two.
#include "support/twice.hpp"

#include <array>

#include "check.hpp"

namespace {

using sapper::PortableTwice;
__extension__ using Native = unsigned __int128;

std::uint64_t high(Native value) { return static_cast<std::uint64_t>(value >> 64); }
std::uint64_t low(Native value) { return static_cast<std::uint64_t>(value); }
Native native(std::uint64_t high, std::uint64_t low) { return static_cast<Native>(high) << 64 | low; }
PortableTwice portable(Native value) { return {high(value), low(value)}; }

// All bits, or only the lowest few, or a value next to a power of two.
std::uint64_t word(check::Dice& dice) {
    const std::uint64_t bits = dice.bits();
    if (dice.one_in(3)) return bits >> dice.below(64);
    if (dice.one_in(3)) return (std::uint64_t{1} << dice.below(64)) + static_cast<std::uint64_t>(dice.between(-2, 2));
    return bits;
}

void operations_agree() {
    check::Dice dice(1);
    for (int round = 0; round < 200'000; ++round) {
        const Native a = native(word(dice), word(dice)), b = native(word(dice), word(dice));
        const PortableTwice x = portable(a), y = portable(b);
        CHECK(x + y == portable(a + b));
        CHECK(x * y == portable(a * b));
        CHECK(static_cast<std::uint64_t>(x) == low(a));
        CHECK(static_cast<bool>(x) == static_cast<bool>(a));
        const int bits = dice.below(128);
        CHECK((x >> bits) == portable(a >> bits));
        const std::uint64_t divisor = word(dice) | (dice.one_in(2) ? 1 : std::uint64_t{1} << dice.below(64));
        CHECK(x / divisor == portable(a / divisor));
        CHECK(x % divisor == portable(a % divisor));
    }
    const std::array<Native, 4> edges{0, 1, native(1, 0), ~Native{0}};
    for (const Native a : edges)
        for (const std::uint64_t divisor :
             {std::uint64_t{1}, std::uint64_t{2}, ~std::uint64_t{0}, std::uint64_t{1} << 63}) {
            CHECK(portable(a) / divisor == portable(a / divisor));
            CHECK(portable(a) % divisor == portable(a % divisor));
        }
}

}  // namespace

int main() {
    operations_agree();
    std::puts("twice_test: passed");
}
