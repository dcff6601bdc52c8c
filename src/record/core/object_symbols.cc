// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The table of hashes (DT_GNU_HASH): number of buckets, first symbol in it, words of the filter, shift; the
// filter; the buckets, which have the first symbol of each; for each symbol its hash, with the last bit set
// at a bucket's last. What an object only needs comes before the first symbol in the table.

#include "record/core/object_symbols.h"

#include <sys/mman.h>
#include <unistd.h>

namespace latecomer::record {

namespace {

uint32_t hash_of(std::string_view name) noexcept {
  constexpr uint32_t kStart = 5381;
  constexpr uint32_t kFactor = 33;
  uint32_t hash = kStart;
  for (const char letter : name) hash = hash * kFactor + static_cast<unsigned char>(letter);
  return hash;
}

}  // namespace

ObjectSymbols::ObjectSymbols(const dl_phdr_info& object) noexcept : base_(object.dlpi_addr) {
  const ElfW(Dyn)* entry = nullptr;
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object.dlpi_phdr[i];
    if (part.p_type == PT_DYNAMIC) entry = reinterpret_cast<const ElfW(Dyn)*>(base_ + part.p_vaddr);
  }
  // The loader has made addresses of these, but not in what it may not write to.
  const auto at = [&](uintptr_t address) { return address < base_ ? base_ + address : address; };
  uintptr_t table_size = 0;
  uintptr_t code_size = 0;
  for (; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
    const uintptr_t address = at(entry->d_un.d_ptr);
    if (entry->d_tag == DT_SYMTAB) symbols_ = reinterpret_cast<const ElfW(Sym)*>(address);
    if (entry->d_tag == DT_STRTAB) names_ = reinterpret_cast<const char*>(address);
    if (entry->d_tag == DT_GNU_HASH) hashes_ = reinterpret_cast<const uint32_t*>(address);
    if (entry->d_tag == DT_RELA) from_table_.begin = reinterpret_cast<const ElfW(Rela)*>(address);
    if (entry->d_tag == DT_JMPREL) from_code_.begin = reinterpret_cast<const ElfW(Rela)*>(address);
    if (entry->d_tag == DT_RELASZ) table_size = entry->d_un.d_val;
    if (entry->d_tag == DT_PLTRELSZ) code_size = entry->d_un.d_val;
  }
  from_table_.end = from_table_.begin + table_size / sizeof(ElfW(Rela));
  from_code_.end = from_code_.begin + code_size / sizeof(ElfW(Rela));
  if (symbols_ == nullptr || names_ == nullptr) hashes_ = nullptr;
}

bool ObjectSymbols::is_of_call(const ElfW(Rela) & relocation) noexcept {
  const auto type = ELF64_R_TYPE(relocation.r_info);
#ifdef __x86_64__
  return type == R_X86_64_GLOB_DAT || type == R_X86_64_JUMP_SLOT;
#else
  return type == R_AARCH64_GLOB_DAT || type == R_AARCH64_JUMP_SLOT;
#endif
}

const ElfW(Sym) * ObjectSymbols::find(std::string_view name) const noexcept {
  if (hashes_ == nullptr || hashes_[0] == 0) return nullptr;
  constexpr size_t kHeader = 4;
  const uint32_t bucket_count = hashes_[0];
  const uint32_t first = hashes_[1];
  const uint32_t* const buckets = hashes_ + kHeader + hashes_[2] * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
  const uint32_t* const chains = buckets + bucket_count;
  const uint32_t hash = hash_of(name);
  uint32_t symbol = buckets[hash % bucket_count];
  if (symbol < first) return nullptr;
  for (;; ++symbol) {
    const uint32_t of_symbol = chains[symbol - first];
    const ElfW(Sym)& candidate = symbols_[symbol];
    if ((of_symbol | 1U) == (hash | 1U) && names_ + candidate.st_name == name && candidate.st_value != 0)
      return &candidate;
    if ((of_symbol & 1U) != 0) return nullptr;
  }
}

void* ObjectSymbols::function(std::string_view name) const noexcept {
  const ElfW(Sym)* const symbol = find(name);
  return symbol == nullptr ? nullptr : reinterpret_cast<void*>(base_ + symbol->st_value);
}

bool ObjectSymbols::needs(std::string_view begin) const noexcept {
  bool found = false;
  for_each_needed([&](std::string_view name) { found = found || name.starts_with(begin); });
  return found;
}

void ObjectSymbols::hide(std::string_view name) const noexcept {
  auto* const symbol = const_cast<ElfW(Sym)*>(find(name));
  if (symbol == nullptr) return;
  const auto page_size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t first_byte = reinterpret_cast<uintptr_t>(symbol);
  const uintptr_t begin = first_byte / page_size * page_size;
  const uintptr_t size = first_byte + sizeof *symbol - begin;
  if (mprotect(reinterpret_cast<void*>(begin), size, PROT_READ | PROT_WRITE) != 0) return;
  symbol->st_value = 0;  // as of a symbol that is not defined, which the loader passes over
  mprotect(reinterpret_cast<void*>(begin), size, PROT_READ);
}

bool is_recorder(const dl_phdr_info& object) noexcept {
  const uintptr_t here = reinterpret_cast<uintptr_t>(&is_recorder);
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object.dlpi_phdr[i];
    const uintptr_t begin = object.dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && here >= begin && here < begin + part.p_memsz) return true;
  }
  return false;
}

void hide_own(std::string_view name) noexcept {
  dl_iterate_phdr(
      [](dl_phdr_info* object, size_t, void* given) {
        if (!is_recorder(*object)) return 0;
        ObjectSymbols(*object).hide(*static_cast<std::string_view*>(given));
        return 1;
      },
      &name);
}

}  // namespace latecomer::record
