// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <link.h>

#include <cstdint>
#include <string_view>

namespace latecomer::record {

/// Reads the dynamic symbols of one library of this process, or of its program, which has to stay loaded.
class ObjectSymbols {
 public:
  explicit ObjectSymbols(const dl_phdr_info& object) noexcept;

  /// Returns the address of a function that the object defines; nullptr if it does not.
  void* function(std::string_view name) const noexcept;
  /// Calls `visit(name)` for each symbol that the object needs from others.
  template <class Visit>
  void for_each_needed(Visit visit) const noexcept {
    for (uint32_t symbol = 1; hashes_ != nullptr && symbol < hashes_[1]; ++symbol)
      visit(std::string_view(names_ + symbols_[symbol].st_name));
  }
  /// Returns whether the object needs a symbol that begins so.
  bool needs(std::string_view begin) const noexcept;
  /// Hides a function that the object defines from the loader: who looks for it from now on finds the next
  /// object's, or none. Does nothing if there is none of that name, or the system does not permit it.
  void hide(std::string_view name) const noexcept;

 private:
  const ElfW(Sym) * find(std::string_view name) const noexcept;

  uintptr_t base_;
  const ElfW(Sym) * symbols_ = nullptr;
  const char* names_ = nullptr;
  const uint32_t* hashes_ = nullptr;  // DT_GNU_HASH
};

/// Returns whether the object is the recorder.
bool is_recorder(const dl_phdr_info& object) noexcept;

/// Hides a function of the recorder's that the program would not find without it. What is looked up before,
/// as references of the program itself are, has it still.
void hide_own(std::string_view name) noexcept;

}  // namespace latecomer::record
