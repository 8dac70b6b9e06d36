// Messages as bytes, which JavaScript's code (js/message-bytes.js) turns into its objects.
//
// A value is a byte that names its kind, and what that kind needs. Numbers are little-endian, as WebAssembly's memory
// is. The kinds, in their order: null; false; true; a whole number and any other one, both as 64 bits of floating
// point; a text: its length in bytes, and UTF-8; a cell: row and column; numbers: how many, and 64 bits each; a list:
// how many values, and each; an object: how many members, and each as text (without its kind) and value. Lengths, rows
// and columns are whole numbers of 32 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "facade/value.hpp"

namespace sapper::javascript {

std::string to_bytes(const facade::Value& value);

// Throws a refusal when the bytes are no value, or hold too many lists inside each other.
facade::Value from_bytes(const std::uint8_t* bytes, std::size_t count);

}  // namespace sapper::javascript
