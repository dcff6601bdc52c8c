// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The problem: which function an address belongs to, and which others were inlined there, stands in a tree of
// debug information, where functions can be anywhere: in namespaces and modules, and in other functions whose
// code does not contain theirs (Fortran's contained procedures).
//
// The idea: all functions of a unit are listed once, by the ranges of their code. Below the one that has the
// address, the blocks and inlined functions that have it lead down to the innermost.
//
//     f  0x1100-0x1180   { block { g inlined 0x1120-0x1150 { h inlined 0x1130-0x1138 } } }
//     0x1134 -> f, g, h
//
// Cost: one pass over the unit's debug information, then for each address O(log functions) and what is in one
// of them.

#include "symbols/inlined_functions.h"

#include <dwarf.h>

#include "base/c_memory.h"

namespace latecomer::symbols {

namespace {

/// Returns whether functions can be defined in an entry with this tag.
bool is_scope(int tag) {
  switch (tag) {
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_subprogram:
    case DW_TAG_lexical_block:
      return true;
    default:
      return false;
  }
}

std::string name_of(Dwarf_Die die) {
  const char* const name = dwarf_diename(&die);
  if (name != nullptr) return name;
  if (dwarf_hasattr(&die, DW_AT_name) != 0) return "";  // the file with it is missing
  switch (dwarf_tag(&die)) {
    case DW_TAG_namespace:
      return "(anonymous namespace)";
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
      return "(lambda)";  // hardly anything else without a name has functions
    default:
      return "";
  }
}

/// Returns what an entry is in, from the inside: the last is its unit.
std::vector<Dwarf_Die> scopes_of(Dwarf_Die entry) {
  Dwarf_Die* found = nullptr;
  const int count = dwarf_getscopes_die(&entry, &found);
  const CMemory<Dwarf_Die> scopes(found);
  if (count <= 1) return {};  // the first is itself
  return {found + 1, found + count};
}

}  // namespace

bool is_block(int tag) {
  return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block || tag == DW_TAG_try_block ||
         tag == DW_TAG_catch_block;
}

Dwarf_Die declaration_of(Dwarf_Die function) {
  for (int depth = 0; depth < kDeepestEntry; ++depth) {
    Dwarf_Attribute found;
    Dwarf_Die origin;
    if (dwarf_attr(&function, DW_AT_abstract_origin, &found) == nullptr &&
        dwarf_attr(&function, DW_AT_specification, &found) == nullptr)
      break;
    if (dwarf_formref_die(&found, &origin) == nullptr) break;
    function = origin;
  }
  return function;
}

std::string qualified_name(Dwarf_Die function) {
  std::string name = name_of(function);
  if (name.empty()) return name;
  for (Dwarf_Die scope : scopes_of(declaration_of(function))) {
    const int tag = dwarf_tag(&scope);
    if (!is_scope(tag) || tag == DW_TAG_lexical_block) continue;
    const std::string outer = name_of(scope);
    if (!outer.empty()) name = outer + "::" + name;
  }
  return name;
}

Dwarf_Die source_function(Dwarf_Die function) {
  if (name_of(function).find('.') == std::string::npos) return function;
  for (Dwarf_Die scope : scopes_of(function)) {
    if (dwarf_tag(&scope) == DW_TAG_subprogram) return source_function(scope);
  }
  return function;
}

FunctionIndex::FunctionIndex(Dwarf_Die unit) {
  add_functions_in(unit, 0);
  functions_.sort();
}

void FunctionIndex::add_functions_in(Dwarf_Die parent, int depth) {
  if (depth == kDeepestEntry) return;
  for_each_child(parent, [&](Dwarf_Die child) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_subprogram) {
      functions_.add(child);
      Dwarf_Die declaration = declaration_of(child);
      Dwarf_Addr begin = 0;
      if (dwarf_lowpc(&child, &begin) == 0) begins_.try_emplace(dwarf_dieoffset(&declaration), begin);
    }
    if (is_scope(tag)) add_functions_in(child, depth + 1);
  });
}

std::vector<Dwarf_Die> FunctionIndex::functions_at(uint64_t address) const {
  const Dwarf_Die* const function = functions_.find(address);
  if (function == nullptr) return {};
  std::vector<Dwarf_Die> functions = {*function};
  Dwarf_Die inner = functions.back();
  for (int depth = 0; depth < kDeepestEntry; ++depth) {
    Dwarf_Die found{};
    bool is_found = false;
    for_each_child(inner, [&](Dwarf_Die child) {
      if (is_found || !is_block(dwarf_tag(&child)) || dwarf_haspc(&child, address) <= 0) return;
      found = child;
      is_found = true;
    });
    if (!is_found) break;
    inner = found;
    if (dwarf_tag(&inner) == DW_TAG_inlined_subroutine) functions.push_back(inner);
  }
  return functions;
}

std::optional<uint64_t> FunctionIndex::begin_of(Dwarf_Die declaration) const {
  declaration = declaration_of(declaration);
  const auto known = begins_.find(dwarf_dieoffset(&declaration));
  if (known == begins_.end()) return std::nullopt;
  return known->second;
}

}  // namespace latecomer::symbols
