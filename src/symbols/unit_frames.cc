// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/unit_frames.h"

#include <dwarf.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <utility>

#include "symbols/function_names.h"
#include "symbols/tail_calls.h"

namespace latecomer::symbols {

namespace {

std::string text_or_empty(const char* text) {
  return text == nullptr ? std::string() : std::string(text);
}

std::string normal(const std::string& path) {
  return path.empty() ? path : std::filesystem::path(path).lexically_normal().string();
}

/// Makes a relative path absolute: it is relative to where the compiler ran.
std::string absolute(const std::string& path, const char* directory) {
  if (path.empty() || path.front() == '/' || directory == nullptr) return normal(path);
  return normal(fmt::format("{}/{}", directory, path));
}

/// Returns an attribute of the function itself, or of where it was declared.
uint32_t number_of(Dwarf_Die function, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Word value = 0;
  if (dwarf_attr_integrate(&function, attribute, &found) == nullptr || dwarf_formudata(&found, &value) != 0)
    return 0;
  return static_cast<uint32_t>(value);
}

/// Returns where the unit's compiler ran.
const char* directory_of(Dwarf_Die unit) {
  Dwarf_Attribute found;
  return dwarf_attr(&unit, DW_AT_comp_dir, &found) == nullptr ? nullptr : dwarf_formstring(&found);
}

/// Returns the file that an attribute names by its number in the table of the unit that it is in.
std::string file_of(Dwarf_Die function, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Die unit;
  Dwarf_Files* files = nullptr;
  size_t count = 0;
  const uint32_t number = number_of(function, attribute);
  if (dwarf_attr_integrate(&function, attribute, &found) == nullptr ||
      dwarf_cu_die(found.cu, &unit, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) == nullptr ||
      dwarf_getsrcfiles(&unit, &files, &count) != 0 || number >= count)
    return {};
  return absolute(text_or_empty(dwarf_filesrc(files, number, nullptr, nullptr)), directory_of(unit));
}

std::string linkage_name_of(Dwarf_Die* function) {
  for (const unsigned attribute : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    Dwarf_Attribute found;
    if (dwarf_attr_integrate(function, attribute, &found) != nullptr)
      return text_or_empty(dwarf_formstring(&found));
  }
  return {};
}

/// Returns whether latecomer.h inlines the function into programs; it is of no interest to them.
bool is_of_recorder(Dwarf_Die function) {
  return qualified_name(function).starts_with("latecomer");
}

SourceFrame frame_of(Dwarf_Die function) {
  function = source_function(function);
  SourceFrame frame;
  frame.linkage_name = linkage_name_of(&function);
  frame.function = frame.linkage_name.empty() ? std::string() : shown_name(frame.linkage_name);
  // Else it is the linkage name of C or Fortran, where it can differ by underscores.
  if (frame.function.find("::") == std::string::npos && frame.function.find('(') == std::string::npos)
    frame.function = qualified_name(function);
  if (frame.linkage_name == frame.function) frame.linkage_name.clear();
  frame.function_file = file_of(function, DW_AT_decl_file);
  frame.begin_line = number_of(function, DW_AT_decl_line);
  return frame;
}

}  // namespace

void set_line(Dwarf_Die unit, uint64_t address, SourceFrame& frame) {
  Dwarf_Line* const found = dwarf_getsrc_die(&unit, address);
  int line = 0;  // it is 0 of code that belongs to no line
  if (found == nullptr || dwarf_lineno(found, &line) != 0 || line <= 0) return;
  frame.file = absolute(text_or_empty(dwarf_linesrc(found, nullptr, nullptr)), directory_of(unit));
  frame.line = static_cast<uint32_t>(line);
}

std::vector<SourceFrame> frames_in(Dwarf_Die unit, const FunctionIndex& functions, uint64_t address) {
  const std::vector<Dwarf_Die> found = functions.functions_at(address);
  std::vector<SourceFrame> frames;
  for (size_t i = 0; i < found.size(); ++i) {
    if (i > 0 && is_of_recorder(found[i])) continue;
    SourceFrame frame = frame_of(found[i]);
    if (i + 1 == found.size()) {
      set_line(unit, address, frame);
    } else if (const uint32_t line = number_of(found[i + 1], DW_AT_call_line); line != 0) {
      frame.file = file_of(found[i + 1], DW_AT_call_file);
      frame.line = line;
    }
    if (frame.function_file.empty()) frame.function_file = frame.file;
    frames.push_back(std::move(frame));
  }
  return frames;
}

std::string symbol_name(Dwarf_Die function) {
  std::string name = linkage_name_of(&function);
  return name.empty() ? text_or_empty(dwarf_diename(&function)) : name;
}

std::optional<SourceFrame> tail_caller(Dwarf_Die unit, Dwarf_Die function) {
  const std::vector<uint64_t> calls = tail_calls_of(function);
  if (calls.empty()) return std::nullopt;
  SourceFrame frame = frame_of(function);
  frame.file = frame.function_file;
  for (const uint64_t call : calls) {
    SourceFrame at;
    set_line(unit, call, at);
    const bool is_first = call == calls.front();
    if (is_first && at.line != 0) {
      frame.file = at.file;
      frame.line = at.line;
    } else if (at.file != frame.file || at.line != frame.line) {
      frame.line = 0;
    }
  }
  return frame;
}

}  // namespace latecomer::symbols
