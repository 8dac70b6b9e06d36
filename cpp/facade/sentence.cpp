#include "facade/sentence.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace sapper::facade {

namespace {

// As Python's format(chance, ".1%"): the product is rounded to a double first, then exactly to the digits.
std::string in_percent(double chance, int digits) {
    std::array<char, 64> text;
    std::snprintf(text.data(), text.size(), "%.*f%%", digits, chance * 100);
    return text.data();
}

}  // namespace

std::string listed(const std::vector<std::string>& parts) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 < parts.size() ? ", " : " and ") + parts[i];
    return text;
}

std::string with_commas(std::int64_t number) {
    const std::string digits = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > first && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

std::string percent(double chance, int digits) {
    const double least = std::pow(0.1, digits) / 100;
    if (0 < chance && chance < least / 2) return "under " + in_percent(least, digits);
    if (1 - least / 2 <= chance && chance < 1) return "over " + in_percent(1 - least, digits);
    return in_percent(chance, digits);
}

std::string about_percent(double chance) {
    const std::string shown = percent(chance);
    return shown[0] >= '0' && shown[0] <= '9' ? "about " + shown : shown;
}

}  // namespace sapper::facade
