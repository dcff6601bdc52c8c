// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The problem: a function whose last act is a call may jump there instead (a tail call). It is on no stack
// then, and what it called seems to have been called in its caller's line.
//
//     main   line 30: estimate_error(x)     the stack: main:30 > smooth:12
//     estimate_error   line 21: smooth(x)   which jumps; so main:30 > estimate_error:21 > smooth:12
//
// The idea: the call that returns to main is described in the debug information, with the function that it
// calls. If another one is on the stack in its place, and the function has tail calls, it has jumped.
//
// Cost: the entries of one function are visited for each address that is looked up.

#include "symbols/tail_calls.h"

#include <dwarf.h>

#include "symbols/inlined_functions.h"

namespace latecomer::symbols {

namespace {

std::optional<uint64_t> address_of(Dwarf_Die entry, std::initializer_list<unsigned> attributes) {
  for (const unsigned attribute : attributes) {
    Dwarf_Attribute found;
    Dwarf_Addr address = 0;
    if (dwarf_attr(&entry, attribute, &found) != nullptr && dwarf_formaddr(&found, &address) == 0)
      return address;
  }
  return std::nullopt;
}

bool is_set(Dwarf_Die entry, unsigned attribute) {
  Dwarf_Attribute found;
  bool is_so = false;
  return dwarf_attr(&entry, attribute, &found) != nullptr && dwarf_formflag(&found, &is_so) == 0 && is_so;
}

/// Visits the described calls of a function, also those in what was inlined into it. The names with GNU are
/// those before DWARF 5.
template <class Visit>
void for_each_call(Dwarf_Die parent, const Visit& visit, int depth = 0) {
  if (depth == kDeepestEntry) return;
  for_each_child(parent, [&](Dwarf_Die child) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site) visit(child);
    if (is_block(tag)) for_each_call(child, visit, depth + 1);
  });
}

}  // namespace

std::optional<Dwarf_Die> called_function(Dwarf_Die function, uint64_t return_address) {
  std::optional<Dwarf_Die> called;
  for_each_call(function, [&](Dwarf_Die call) {
    if (address_of(call, {DW_AT_call_return_pc, DW_AT_low_pc}) != return_address) return;
    for (const unsigned attribute : {DW_AT_call_origin, DW_AT_abstract_origin}) {
      Dwarf_Attribute found;
      Dwarf_Die origin;
      if (dwarf_attr(&call, attribute, &found) != nullptr && dwarf_formref_die(&found, &origin) != nullptr)
        called = origin;
    }
  });
  return called;
}

std::vector<uint64_t> tail_calls_of(Dwarf_Die function) {
  std::vector<uint64_t> addresses;
  for_each_call(function, [&](Dwarf_Die call) {
    if (!is_set(call, DW_AT_call_tail_call) && !is_set(call, DW_AT_GNU_tail_call)) return;
    if (const auto jump = address_of(call, {DW_AT_call_pc}))
      addresses.push_back(*jump);
    else if (const auto behind = address_of(call, {DW_AT_call_return_pc, DW_AT_low_pc}))
      addresses.push_back(*behind - 1);
  });
  return addresses;
}

}  // namespace latecomer::symbols
