// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace latecomer::symbols {

/// Knows where the functions of a file begin whose frames compilers have described, so that exceptions can be
/// thrown through them. Stripping leaves the descriptions, without which programs could not run.
class DescribedFunctions {
 public:
  explicit DescribedFunctions(Dwfl_Module* module);

  /// Returns where the function begins that has this address of the file; nothing if it is not described.
  std::optional<uint64_t> begin_of(uint64_t address) const;

 private:
  Dwarf_CFI* descriptions_ = nullptr;
  std::vector<uint64_t> begins_;  ///< Lists the begins of all described functions in ascending order.
};

}  // namespace latecomer::symbols
