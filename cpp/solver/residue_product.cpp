#include "solver/residue_product.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "support/meter.hpp"

namespace sapper {

namespace {

constexpr int TRANSFORM_BITS = 24;           // transforms of up to 2^24 values
constexpr std::size_t WORTH_TRANSFORM = 64;  // from which length of the shorter factor on

using Residues = std::vector<std::uint64_t>;

// A test by Miller and Rabin with bases for which it is a proof below 2^64.
bool is_prime(std::uint64_t n) {
    for (const std::uint64_t small : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37})
        if (n % small == 0) return n == small;
    const PrimeField field(n);
    const int twos = std::countr_zero(n - 1);
    const std::uint64_t one = field.enter(1), minus_one = field.subtract(0, one);
    for (const std::uint64_t base : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}) {
        std::uint64_t x = field.power(field.enter(base), (n - 1) >> twos);
        if (x == one || x == minus_one) continue;
        int squared = 1;
        while (squared < twos && (x = field.multiply(x, x)) != minus_one) ++squared;
        if (squared == twos) return false;
    }
    return true;
}

// Multiplies polynomials over one field. Keeps the roots of unity from product to product.
class Multiplier {
public:
    explicit Multiplier(const PrimeField& field) : field_(field) {}

    Residues multiply(const Residues& a, const Residues& b) {
        const Residues& shorter = a.size() < b.size() ? a : b;
        const Residues& longer = a.size() < b.size() ? b : a;
        const std::size_t length = a.size() + b.size() - 1;
        if (shorter.size() < WORTH_TRANSFORM || length > std::size_t{1} << TRANSFORM_BITS || !find_root()) {
            Residues product(length, 0);
            for (std::size_t j = 0; j < shorter.size(); ++j)
                for (std::size_t x = 0; x < longer.size(); ++x)
                    product[x + j] = field_.add(product[x + j], field_.multiply(shorter[j], longer[x]));
            return product;
        }
        const std::size_t size = std::bit_ceil(length);
        prepare(size);
        Residues first = a, second = b;
        first.resize(size, 0);
        second.resize(size, 0);
        transform(first);
        transform(second);
        for (std::size_t i = 0; i < size; ++i) first[i] = field_.multiply(first[i], second[i]);
        transform_back(first);
        first.resize(length);
        const std::uint64_t scale = field_.inverse(field_.enter(size));
        for (std::uint64_t& value : first) value = field_.multiply(value, scale);
        return first;
    }

private:
    // Finds the root when the first long product needs it. False where the prime has none.
    bool find_root() {
        if (root_ != 0) return true;
        if ((field_.prime() - 1) % (std::uint64_t{1} << TRANSFORM_BITS) != 0) return false;
        const std::uint64_t one = field_.enter(1);
        std::uint64_t base = 2;
        while (field_.power(field_.enter(base), (field_.prime() - 1) / 2) == one) ++base;  // until it has no root
        root_ = field_.power(field_.enter(base), (field_.prime() - 1) >> TRANSFORM_BITS);
        return true;
    }

    // roots_[half + i] is the i-th power of the root of order 2 * half.
    void prepare(std::size_t size) {
        if (roots_.size() >= size) return;
        roots_.assign(size, 0);
        for (std::size_t half = 1; half < size; half *= 2) {
            const int order_bits = std::countr_zero(half) + 1;
            std::uint64_t root = root_;
            for (int i = order_bits; i < TRANSFORM_BITS; ++i) root = field_.multiply(root, root);
            std::uint64_t value = field_.enter(1);
            for (std::size_t i = 0; i < half; ++i, value = field_.multiply(value, root)) roots_[half + i] = value;
        }
    }

    // Leaves the values in bit-reversed order, which transform_back() expects.
    void transform(Residues& values) const {
        for (std::size_t half = values.size() / 2; half > 0; half /= 2)
            for (std::size_t first = 0; first < values.size(); first += 2 * half)
                for (std::size_t i = first; i < first + half; ++i) {
                    const std::uint64_t a = values[i], b = values[i + half];
                    values[i] = field_.add(a, b);
                    values[i + half] = field_.multiply(field_.subtract(a, b), roots_[half + i - first]);
                }
    }

    void transform_back(Residues& values) const {
        for (std::size_t half = 1; half < values.size(); half *= 2)
            for (std::size_t first = 0; first < values.size(); first += 2 * half)
                for (std::size_t i = first; i < first + half; ++i) {
                    const std::uint64_t a = values[i], b = field_.multiply(values[i + half], roots_[half + i - first]);
                    values[i] = field_.add(a, b);
                    values[i + half] = field_.subtract(a, b);
                }
        std::reverse(values.begin() + 1, values.end());  // the powers of the root ran the same way as before
    }

    const PrimeField& field_;
    std::uint64_t root_ = 0;  // of order 2^TRANSFORM_BITS; zero before it is found
    Residues roots_;
};

// C(untouched, mines - x) for x from first to last, each from the one before. All divisors are inverted together.
Residues binomials(const PrimeField& field, int untouched, int mines, int first, int last) {
    const auto residue = [&](int value) { return field.enter(static_cast<std::uint64_t>(value)); };
    const auto count = static_cast<std::size_t>(last - first + 1);
    const int fewest = mines - last;
    std::uint64_t above = field.enter(1), below = above;
    for (int i = 1; i <= fewest; ++i) {
        if (i % 4096 == 0) check_interruption();
        above = field.multiply(above, residue(untouched - fewest + i));
        below = field.multiply(below, residue(i));
    }
    Residues products{below};  // products[i]: of all divisors up to the i-th
    for (std::size_t i = 1; i < count; ++i)
        products.push_back(field.multiply(products.back(), residue(fewest + static_cast<int>(i))));
    Residues ways(count), numerators{above};
    for (std::size_t i = 1; i < count; ++i)
        numerators.push_back(field.multiply(numerators.back(), residue(untouched - fewest - static_cast<int>(i) + 1)));
    std::uint64_t inverse = field.inverse(products.back());
    for (std::size_t i = count; i-- > 0;) {
        ways[count - 1 - i] = field.multiply(numerators[i], inverse);
        inverse = field.multiply(inverse, residue(fewest + static_cast<int>(i)));
    }
    return ways;
}

}  // namespace

std::vector<std::uint64_t> counting_primes(std::size_t count) {
    // Kept, since to find them takes longer than a typical count.
    static thread_local std::vector<std::uint64_t> primes;
    std::uint64_t factor = primes.empty() ? std::uint64_t{1} << (62 - TRANSFORM_BITS) : primes.back() >> TRANSFORM_BITS;
    while (primes.size() < count) {
        const std::uint64_t candidate = (--factor << TRANSFORM_BITS) + 1;
        if (factor % 64 == 0) check_interruption();
        if (is_prime(candidate)) primes.push_back(candidate);
    }
    return {primes.begin(), primes.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::uint64_t join_residues(std::uint64_t prime, std::vector<std::vector<std::uint64_t>> parts, int untouched,
                            int mines) {
    const PrimeField field(prime);
    Multiplier multiplier(field);
    for (Residues& part : parts)
        for (std::uint64_t& value : part) value = field.enter(value);
    if (parts.empty()) parts.push_back({field.enter(1)});
    while (parts.size() > 1) {
        const std::size_t half = (parts.size() + 1) / 2;
        for (std::size_t i = 0; i + half < parts.size(); ++i) {
            if (parts[i].size() >= WORTH_TRANSFORM || i % 64 == 0) check_interruption();
            parts[i] = multiplier.multiply(parts[i], parts[i + half]);
        }
        parts.resize(half);
    }
    const Residues& product = parts[0];
    const int first = std::max(0, mines - untouched), last = std::min(static_cast<int>(product.size()) - 1, mines);
    std::uint64_t total = 0;
    if (first <= last) {
        const Residues ways = binomials(field, untouched, mines, first, last);
        for (int x = first; x <= last; ++x)
            total = field.add(
                total, field.multiply(product[static_cast<std::size_t>(x)], ways[static_cast<std::size_t>(x - first)]));
    }
    return field.leave(total);
}

}  // namespace sapper
