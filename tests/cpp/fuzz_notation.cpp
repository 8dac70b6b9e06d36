// Feeds the parsers of position text and board files with valid input, damaged input and noise. What they accept must
// print and parse again to the same value; what they refuse, they refuse with an error message.
#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "game/notation.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;
using check::Dice;

constexpr char SYMBOLS[] = "?0123456789.F*/ \n\r\tmines-+x#\0\x80\xff";

std::string random_text(Dice& dice) {
    std::string text;
    const int length = dice.below(60);
    for (int i = 0; i < length; ++i)
        text += dice.one_in(8) ? static_cast<char>(dice.below(256)) : SYMBOLS[dice.below(sizeof SYMBOLS - 1)];
    return text;
}

sapper::View random_view(Dice& dice) {
    sapper::View view;
    view.rows = dice.between(1, 8);
    view.cols = dice.between(1, 8);
    view.mines = dice.between(0, view.cells());
    view.numbers.resize(view.cells());
    for (auto& number : view.numbers) number = static_cast<std::int8_t>(dice.between(-2, 8));
    if (dice.one_in(2)) {
        view.flags.resize(view.cells());
        bool any = false;
        for (int cell = 0; cell < view.cells(); ++cell) {
            view.flags[cell] = view.numbers[cell] == sapper::COVERED && dice.one_in(3);
            any |= view.flags[cell] != 0;
        }
        if (!any) view.flags.clear();
    }
    return view;
}

// Replaces, inserts, removes or doubles a few bytes, sometimes with words and numbers that are difficult to parse.
template <class Text>
void damage(Dice& dice, Text& text) {
    static const std::string TRAPS[] = {"mines ",    "mines 99999999999999999999", "-1", "/", "//", " ", "\n\n",
                                        "2147483648"};
    for (int edits = dice.between(1, 4); edits > 0; --edits) {
        const auto at = static_cast<std::ptrdiff_t>(dice.below(static_cast<int>(text.size()) + 1));
        const auto value = static_cast<typename Text::value_type>(dice.below(256));
        if (dice.one_in(4)) {
            const std::string& trap = TRAPS[dice.below(std::size(TRAPS))];
            text.insert(text.begin() + at, trap.begin(), trap.end());
        } else if (dice.one_in(3)) {
            text.insert(text.begin() + at, value);
        } else if (at < std::ssize(text)) {
            if (dice.one_in(2))
                text[at] = value;
            else
                text.erase(text.begin() + at, text.begin() + at + dice.between(1, static_cast<int>(text.size() - at)));
        }
    }
}

// Parses the text. Returns true when it was accepted and survived being printed and parsed again.
bool position_round_trip(const std::string& text) {
    sapper::View view;
    try {
        view = sapper::parse_position(text);
    } catch (const std::invalid_argument& error) {
        CHECK(std::strlen(error.what()) > 0, text);
        return false;
    }
    sapper::check_well_formed(view);
    for (const auto form : {sapper::Form::OneLine, sapper::Form::Lines}) {
        const std::string printed = sapper::print_position(view, form);
        CHECK(sapper::parse_position(printed) == view, text);
        CHECK(sapper::print_position(sapper::parse_position(printed), form) == printed, text);
    }
    return true;
}

// The position with blanks around every cell, and the mine count before or after the rows.
std::string spaced(Dice& dice, const sapper::View& view) {
    const bool lines = dice.one_in(2);
    std::string text;
    for (const char sign : sapper::print_position(view, sapper::Form::OneLine)) {
        if (sign == ' ') break;
        text += sign == '/' && dice.one_in(2) ? '\n' : sign;
        text += dice.one_in(4) ? "\t " : " ";
    }
    const std::string mines = std::to_string(view.mines);
    return lines ? "mines " + mines + "\n" + text : text + mines;
}

using Parse = sapper::Layout (*)(std::span<const std::uint8_t>);
using Print = Bytes (*)(const sapper::Layout&);

bool file_round_trip(Parse parse, Print print, const Bytes& bytes) {
    sapper::Layout layout;
    try {
        layout = parse(bytes);
    } catch (const std::invalid_argument& error) {
        CHECK(std::strlen(error.what()) > 0);
        return false;
    }
    CHECK(layout.rows >= 1 && layout.cols >= 1);
    for (const int cell : layout.mines) CHECK(cell >= 0 && cell < layout.rows * layout.cols);
    CHECK(parse(print(layout)) == layout);
    return true;
}

sapper::Layout random_layout(Dice& dice) {
    sapper::Layout layout{dice.between(1, 40), dice.between(1, 40), {}};
    std::vector<int> cells(static_cast<std::size_t>(layout.rows) * layout.cols);
    for (int cell = 0; cell < std::ssize(cells); ++cell) cells[cell] = cell;
    const int mines = dice.below(static_cast<int>(cells.size()));
    for (int i = 0; i < mines; ++i) std::swap(cells[i], cells[dice.between(i, static_cast<int>(cells.size()) - 1)]);
    layout.mines.assign(cells.begin(), cells.begin() + mines);
    return layout;
}

void fuzz_file(Dice& dice, Parse parse, Print print) {
    const sapper::Layout layout = random_layout(dice);
    Bytes bytes = print(layout);
    CHECK(parse(bytes) == layout);
    damage(dice, bytes);
    file_round_trip(parse, print, bytes);
    Bytes noise(static_cast<std::size_t>(dice.below(40)));
    for (auto& byte : noise) byte = static_cast<std::uint8_t>(dice.one_in(2) ? dice.below(4) : dice.below(256));
    file_round_trip(parse, print, noise);
}

}  // namespace

int main(int argc, char** argv) {
    return check::fuzz(argc, argv, "fuzz_notation", [](Dice& dice, long) {
        const sapper::View view = random_view(dice);
        std::string text = sapper::print_position(view, dice.one_in(2) ? sapper::Form::OneLine : sapper::Form::Lines);
        CHECK(sapper::parse_position(text) == view, text);
        CHECK(position_round_trip(text), text);
        const std::string apart = spaced(dice, view);
        CHECK(sapper::parse_position(apart) == view, apart);
        damage(dice, text);
        position_round_trip(text);
        position_round_trip(random_text(dice));
        fuzz_file(dice, sapper::parse_mbf, sapper::print_mbf);
        fuzz_file(dice, sapper::parse_abf, sapper::print_abf);
    });
}
