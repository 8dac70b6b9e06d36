#include "facade/sentence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace sapper::facade {

namespace {

template <class... Arguments>
std::string printed(const char* format, Arguments... arguments) {
    std::array<char, 400> text;
    std::snprintf(text.data(), text.size(), format, arguments...);
    return text.data();
}

}  // namespace

// The product is rounded to a double first, then exactly to the digits.
std::string plain_percent(double chance, int digits) { return printed("%.*f%%", digits, chance * 100); }

std::string with_decimals(double number, int decimals) { return printed("%.*f", decimals, number); }

std::string shortest(double number) {
    int digits = 1;
    while (digits < 17 && std::strtod(printed("%.*e", digits - 1, number).c_str(), nullptr) != number) ++digits;
    const std::string scientific = printed("%.*e", digits - 1, number);
    const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
    if (exponent < -4 || exponent >= 16) return scientific;
    std::string text = printed("%.*f", std::max(0, digits - 1 - exponent), number);
    return text.find('.') == std::string::npos ? text + ".0" : text;
}

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
    if (0 < chance && chance < least / 2) return "under " + plain_percent(least, digits);
    if (1 - least / 2 <= chance && chance < 1) return "over " + plain_percent(1 - least, digits);
    return plain_percent(chance, digits);
}

std::string about_percent(double chance) {
    const std::string shown = percent(chance);
    return shown[0] >= '0' && shown[0] <= '9' ? "about " + shown : shown;
}

}  // namespace sapper::facade
