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

/// Returns "grid::exchange" for "grid_mp_exchange_", where "_mp_" stands between module and procedure, and
/// "_" at the end; empty: it does not.
std::string parted(std::string_view name, std::string_view begin, std::string_view between,
                   std::string_view end) {
  if (!name.starts_with(begin) || !name.ends_with(end)) return {};
  const size_t module_end = name.find(between, begin.size() + 1);
  if (module_end == std::string_view::npos) return {};
  const std::string_view procedure = name.substr(module_end + between.size());
  if (procedure.size() <= end.size()) return {};
  return fmt::format("{}::{}", name.substr(begin.size(), module_end - begin.size()),
                     procedure.substr(0, procedure.size() - end.size()));
}

/// Returns "grid::exchange" for "_QMgridPexchange", in which capitals begin names; empty: it is not such a
/// name.
std::string parted_by_capitals(std::string_view name) {
  constexpr std::string_view kModule = "_QM";
  if (!name.starts_with(kModule) || name.find('P') == std::string_view::npos) return {};
  std::string parts;
  for (const char c : name.substr(kModule.size())) {
    if (c == 'P' || c == 'F' || c == 'S')
      parts += "::";
    else
      parts += c;
  }
  return parts;
}

/// Returns what a procedure of a Fortran module is called; empty: it is none.
std::string fortran_name(std::string_view name) {
  std::string found = parted(name, "__", "_MOD_", "");       // gfortran
  if (found.empty()) found = parted(name, "", "_mp_", "_");  // ifx
  if (found.empty()) found = parted_by_capitals(name);       // flang
  return found;
}

}  // namespace

std::string shown_name(std::string_view linkage_name) {
  const std::string name(without_suffix(linkage_name));
  if (!name.starts_with("_Z")) {
    std::string fortran = fortran_name(name);
    return fortran.empty() ? name : fortran;
  }
  int problem = 0;
  const CMemory<char> demangled(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &problem));
  return problem == 0 && demangled ? std::string(demangled.get()) : name;
}

}  // namespace latecomer::symbols
