// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/function_names.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include "base/c_memory.h"

namespace latecomer::symbols {

namespace {

/// Cuts suffixes: what compilers append begins with a dot, what linkers do, a version, with "@"; names of
/// functions have neither.
std::string_view without_suffix(std::string_view name) {
  return name.substr(0, name.find_first_of(".@", 1));
}

}  // namespace

std::string shown_name(std::string_view linkage_name) {
  const std::string name(without_suffix(linkage_name));
  constexpr std::string_view kModule = "_MOD_";
  const size_t procedure = name.find(kModule);
  if (name.starts_with("__") && procedure != std::string::npos)
    return fmt::format("{}::{}", name.substr(2, procedure - 2), name.substr(procedure + kModule.size()));
  if (!name.starts_with("_Z")) return name;
  int problem = 0;
  const CMemory<char> demangled(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &problem));
  return problem == 0 && demangled ? std::string(demangled.get()) : name;
}

}  // namespace latecomer::symbols
