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
  /// Calls `visit(name, address)` for each function of others that the object calls, with what the loader has
  /// bound the call to: the function, or code of the object itself where that is not bound yet.
  template <class Visit>
  void for_each_call(Visit visit) const noexcept {
    for (const Relocations& some : {from_table_, from_code_}) {
      for (const ElfW(Rela)* at = some.begin; symbols_ != nullptr && at < some.end; ++at) {
        if (!is_of_call(*at)) continue;
        const ElfW(Sym)& symbol = symbols_[ELF64_R_SYM(at->r_info)];
        if (symbol.st_shndx != SHN_UNDEF) continue;
        visit(std::string_view(names_ + symbol.st_name), *reinterpret_cast<void**>(base_ + at->r_offset));
      }
    }
  }
  /// Returns whether the object needs a symbol that begins so.
  bool needs(std::string_view begin) const noexcept;
  /// Hides a function that the object defines from the loader: who looks for it from now on finds the next
  /// object's, or none. Does nothing if there is none of that name, or the system does not permit it.
  void hide(std::string_view name) const noexcept;

 private:
  struct Relocations {
    const ElfW(Rela) * begin = nullptr;
    const ElfW(Rela) * end = nullptr;
  };
  static bool is_of_call(const ElfW(Rela) & relocation) noexcept;
  const ElfW(Sym) * find(std::string_view name) const noexcept;

  uintptr_t base_;
  const ElfW(Sym) * symbols_ = nullptr;
  const char* names_ = nullptr;
  const uint32_t* hashes_ = nullptr;  // DT_GNU_HASH
  Relocations from_table_;            // DT_RELA: of functions whose address is read before they are called
  Relocations from_code_;             // DT_JMPREL: of those that are called through a table of jumps
};

/// Returns whether the object is the recorder.
bool is_recorder(const dl_phdr_info& object) noexcept;

/// Hides a function of the recorder's that the program would not find without it. What is looked up before,
/// as references of the program itself are, has it still.
void hide_own(std::string_view name) noexcept;

}  // namespace latecomer::record
