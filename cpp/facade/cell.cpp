#include "facade/cell.hpp"

namespace sapper::facade {

std::string text_of(Cell cell) {
    std::string text = "(";
    text += std::to_string(cell.row);
    text += ", ";
    text += std::to_string(cell.col);
    text += ")";
    return text;
}

}  // namespace sapper::facade
