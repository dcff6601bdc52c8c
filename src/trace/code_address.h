// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "trace/definitions.h"

// A trace holds addresses of code whose functions and lines are not known as a region of its own for each,
// and on call stacks as a source location without a line, both called "wave+0x11a9".
namespace latecomer::trace {

/// Is the address of an instruction of a program or a library.
struct CodeAddress {
  std::string module;    ///< Is the path of the module's file; empty: the address is in none.
  std::string build_id;  ///< Is the build id of the file, in hexadecimal digits; empty: it has none.
  uint64_t offset = 0;   ///< Is where the file says that the instruction is loaded, before relocation.
  auto operator<=>(const CodeAddress&) const = default;
};

/// Returns the name of an address: "wave+0x11a9", or "0x7f0011a9" in no module.
std::string name_of(const CodeAddress& address);

/// Returns the region that a call stack has for an address.
Region region_of(const CodeAddress& address);

}  // namespace latecomer::trace
