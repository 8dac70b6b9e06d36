// Parts of sentences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sapper::facade {

// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& parts);

// "1,200".
std::string with_commas(std::int64_t number);

// A chance in percent, rounded as Python's format(chance, ".2%") does.
std::string plain_percent(double chance, int digits);

// The shortest decimal number that a double is read from, as Python writes it: "0.1", "1e-05".
std::string shortest(double number);

// With so many decimals: "2.0".
std::string with_decimals(double number, int decimals);

// A chance in percent. It is rounded to 0% or 100% only if it is exactly 0 or 1: "43.1%", "under 0.1%", "over 99.9%".
std::string percent(double chance, int digits = 1);

// An estimated chance in percent: "about 43.1%", "over 99.9%".
std::string about_percent(double chance);

}  // namespace sapper::facade
