// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Objects are read carefully: a sample can say where a function was that has been freed since.

#include "record/python/code_object.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace latecomer::record {

namespace {

constexpr size_t kMostOfName = 1000;
constexpr size_t kMostOfLines = size_t{1} << 20;

template <class T>
T field(const std::byte* object, size_t place) {
  T value;
  std::memcpy(&value, object + place, sizeof value);
  return value;
}

// `count` bytes from an address on; fewer where not all can be read.
std::vector<std::byte> bytes_at(uintptr_t address, size_t count, CarefulMemory& memory) {
  constexpr size_t kPiece = 1024;
  std::vector<std::byte> bytes(count);
  for (size_t done = 0; done < count; done += kPiece)
    if (!memory.read(address + done, &bytes[done], std::min(kPiece, count - done))) bytes.resize(done);
  return bytes;
}

void add_as_utf8(std::string& text, uint32_t character) {
  constexpr unsigned kBits = 6;
  const auto add = [&](uint32_t byte) { text += static_cast<char>(byte); };
  const auto add_rest = [&](unsigned shift) { add(0x80U | (character >> shift & 0x3FU)); };
  if (character < 0x80) return add(character);
  if (character < 0x800) {
    add(0xC0U | character >> kBits);
  } else if (character < 0x10000) {
    add(0xE0U | character >> 2 * kBits);
    add_rest(kBits);
  } else {
    add(0xF0U | (character >> 3 * kBits & 7U));
    add_rest(2 * kBits);
    add_rest(kBits);
  }
  add_rest(0);
}

bool has_type(uintptr_t object, uintptr_t expected, CarefulMemory& memory) {
  uintptr_t type = 0;
  return memory.read(object + kPythonType, type) && type == expected;
}

// Characters have 1, 2 or 4 bytes; what is not stored with its object is of another make.
std::optional<std::string> text_at(const PythonInterpreter& python, uintptr_t object, CarefulMemory& memory) {
  uint64_t length = 0;
  uint32_t state = 0;
  if (!has_type(object, python.text_type, memory) || !memory.read(object + kPythonSize, length) ||
      !memory.read(object + kPythonTextState, state))
    return std::nullopt;
  const size_t width = state >> 2 & 7U;
  const bool is_with_object = (state & 0x20U) != 0;
  const bool is_ascii = (state & 0x40U) != 0;
  if (!is_with_object || (width != 1 && width != 2 && width != 4)) return std::nullopt;
  const uintptr_t begin = object + (is_ascii ? python.layout->ascii_text : python.layout->other_text);
  const std::vector<std::byte> bytes = bytes_at(begin, std::min<size_t>(length, kMostOfName) * width, memory);
  std::string text;
  for (size_t i = 0; i + width <= bytes.size(); i += width) {
    uint32_t character = 0;
    std::memcpy(&character, &bytes[i], width);
    add_as_utf8(text, character);
  }
  return text;
}

}  // namespace

PythonCodeMark mark_of(const PythonLayout& layout, const std::byte* object) noexcept {
  return {field<uintptr_t>(object, kPythonType), field<uintptr_t>(object, layout.name),
          field<uintptr_t>(object, layout.lines), field<uint32_t>(object, layout.first_line)};
}

std::optional<PythonCode> read_python_code(const PythonInterpreter& python, uintptr_t code,
                                           CarefulMemory& memory) {
  std::array<std::byte, kPythonCodeBytes> object;
  if (!memory.read(code, object)) return std::nullopt;
  const PythonLayout& layout = *python.layout;
  const PythonCodeMark mark = mark_of(layout, object.data());
  if (mark.type != python.code_type) return std::nullopt;
  std::optional<std::string> name = text_at(python, mark.name, memory);
  std::optional<std::string> file = text_at(python, field<uintptr_t>(object.data(), layout.file), memory);
  uint64_t length = 0;
  if (!name || !file || !has_type(mark.lines, python.bytes_type, memory) ||
      !memory.read(mark.lines + kPythonSize, length))
    return std::nullopt;
  return PythonCode{*std::move(name), *std::move(file), mark.first_line,
                    bytes_at(mark.lines + kPythonBytes, std::min<size_t>(length, kMostOfLines), memory)};
}

}  // namespace latecomer::record
