// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// libdw finds the description of an address, but does not say where its function begins. That stands in the
// table by which the C library searches descriptions:
//
//     version, three encodings    4 bytes
//     where descriptions are      4
//     number of functions         4
//     begin, description          4 + 4 for each, in the order of begins, relative to the table
//
// as all linkers write it: other encodings are possible, and not read.

#include "symbols/described_functions.h"

#include <dwarf.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "base/c_memory.h"

namespace latecomer::symbols {

namespace {

/// Says where the table is, and its bytes; none if there is no table.
struct SearchTable {
  uint64_t address = 0;
  std::span<const unsigned char> bytes;
};

SearchTable search_table_of(Elf* elf) {
  size_t count = 0;
  GElf_Phdr header;
  if (elf == nullptr || elf_getphdrnum(elf, &count) != 0) return {};
  for (size_t i = 0; i < count; ++i) {
    if (gelf_getphdr(elf, static_cast<int>(i), &header) == nullptr || header.p_type != PT_GNU_EH_FRAME)
      continue;
    const Elf_Data* const data =
        elf_getdata_rawchunk(elf, static_cast<int64_t>(header.p_offset), header.p_filesz, ELF_T_BYTE);
    if (data == nullptr) return {};
    return {header.p_vaddr, {static_cast<const unsigned char*>(data->d_buf), data->d_size}};
  }
  return {};
}

template <class Number>
Number number_at(std::span<const unsigned char> bytes, size_t at) {
  Number number;
  std::memcpy(&number, &bytes[at], sizeof number);
  return number;
}

std::vector<uint64_t> begins_in(const SearchTable& table) {
  constexpr size_t kHeader = 12;
  constexpr size_t kEntry = 8;
  if (table.bytes.size() < kHeader) return {};
  const bool is_usual = table.bytes[0] == 1 && table.bytes[1] == (DW_EH_PE_pcrel | DW_EH_PE_sdata4) &&
                        table.bytes[2] == DW_EH_PE_udata4 &&
                        table.bytes[3] == (DW_EH_PE_datarel | DW_EH_PE_sdata4);
  if (!is_usual) return {};
  const size_t room = (table.bytes.size() - kHeader) / kEntry;
  const size_t count = std::min<size_t>(number_at<uint32_t>(table.bytes, 8), room);
  std::vector<uint64_t> begins;
  begins.reserve(count);
  for (size_t i = 0; i < count; ++i)
    begins.push_back(table.address +
                     static_cast<uint64_t>(number_at<int32_t>(table.bytes, kHeader + i * kEntry)));
  std::ranges::sort(begins);  // they are, but files are not believed
  return begins;
}

}  // namespace

DescribedFunctions::DescribedFunctions(Dwfl_Module* module) {
  GElf_Addr bias = 0;
  descriptions_ = dwfl_module_eh_cfi(module, &bias);
  begins_ = begins_in(search_table_of(dwfl_module_getelf(module, &bias)));
}

std::optional<uint64_t> DescribedFunctions::begin_of(uint64_t address) const {
  const auto after = std::ranges::upper_bound(begins_, address);
  if (after == begins_.begin()) return std::nullopt;
  // Whether it ends before the address is in its description.
  Dwarf_Frame* found = nullptr;
  const bool is_described =
      descriptions_ != nullptr && dwarf_cfi_addrframe(descriptions_, address, &found) == 0;
  const CMemory<Dwarf_Frame> frame(found);
  if (!is_described) return std::nullopt;
  return *std::prev(after);
}

}  // namespace latecomer::symbols
