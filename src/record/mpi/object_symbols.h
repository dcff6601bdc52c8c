// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <link.h>

#include <cstdint>
#include <string_view>

namespace latecomer::record::mpi {

/// Reads the dynamic symbols of one library of this process, or of its program, which has to stay loaded.
class ObjectSymbols {
 public:
  explicit ObjectSymbols(const dl_phdr_info& object) noexcept;

  /// Returns the address of a function that the object defines; nullptr if it does not.
  void* function(std::string_view name) const noexcept;
  /// Returns whether the object needs a symbol that begins so, from other objects.
  bool needs(std::string_view begin) const noexcept;

 private:
  uintptr_t base_;
  const ElfW(Sym) * symbols_ = nullptr;
  const char* names_ = nullptr;
  const uint32_t* hashes_ = nullptr;  // DT_GNU_HASH
};

}  // namespace latecomer::record::mpi
