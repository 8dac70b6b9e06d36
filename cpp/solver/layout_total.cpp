#include "solver/layout_total.hpp"

#include "solver/residue_product.hpp"
#include "support/interruption.hpp"

namespace sapper {

WholeNumber layout_total(const LayoutCount& count) {
    // digits[0] + primes[0] * (digits[1] + primes[1] * ...) is the number.
    std::vector<std::uint64_t> digits;
    for (std::size_t i = 0; i < count.primes.size(); ++i) {
        check_interruption();
        const PrimeField field(count.primes[i]);
        std::uint64_t known = 0, modulus = field.enter(1);
        for (std::size_t j = 0; j < i; ++j) {
            known = field.add(known, field.multiply(modulus, field.enter(digits[j])));
            modulus = field.multiply(modulus, field.enter(count.primes[j]));
        }
        const std::uint64_t missing = field.subtract(field.enter(count.residues[i]), known);
        const bool whole = i == 0 || missing == 0;  // nothing to divide
        digits.push_back(field.leave(whole ? missing : field.multiply(missing, field.inverse(modulus))));
    }
    WholeNumber number;
    for (std::size_t i = digits.size(); i-- > 0;) {
        check_interruption();
        number.multiply_long(count.primes[i]);
        number.add(digits[i]);
    }
    return number;
}

}  // namespace sapper
