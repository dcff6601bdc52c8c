// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A module's .eh_frame_hdr is a sorted table: where the code of a function begins, and where its entry in
// .eh_frame is. glibc knows where the module's table is (_dl_find_object), without locks. An entry:
//
//     length | distance back to the common entry | begin | size of the code | augmentation | instructions
//
// and a common one:
//
//     length | 0 | version | augmentation's letters | alignments | ... | augmentation | instructions
//
// Cost: a binary search, and reading two entries of some 20 bytes each.

#include "record/core/frame_info.h"

#include <dlfcn.h>
#include <dwarf.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "record/core/dwarf_bytes.h"

namespace latecomer::record {

namespace {

// Addresses relative to the start of the table's section, as all linkers write it.
struct TableEntry {
  int32_t function;
  int32_t entry;
};
struct TableHeader {
  uint8_t version;
  uint8_t section_encoding;
  uint8_t count_encoding;
  uint8_t table_encoding;
  int32_t section;
  uint32_t count;
};

bool is_understood(const TableHeader& header) {
  return header.version == 1 && (header.section_encoding & 0x0f) == DW_EH_PE_sdata4 &&
         header.count_encoding == DW_EH_PE_udata4 &&
         header.table_encoding == (DW_EH_PE_datarel | DW_EH_PE_sdata4);
}

// The entry that may be about `address`, nullptr if there is none.
const uint8_t* look_up(const uint8_t* table, uintptr_t address) {
  TableHeader header;
  std::memcpy(&header, table, sizeof(header));
  if (!is_understood(header)) return nullptr;
  const TableEntry* const first = reinterpret_cast<const TableEntry*>(table + sizeof(header));
  const int64_t wanted = static_cast<int64_t>(address) - reinterpret_cast<int64_t>(table);
  const TableEntry* const after = std::partition_point(
      first, first + header.count, [wanted](const TableEntry& entry) { return entry.function <= wanted; });
  return after == first ? nullptr : table + std::prev(after)->entry;
}

// The content of the entry at `start`.
std::span<const uint8_t> entry_at(const uint8_t* start) {
  constexpr uint32_t kLongEntry = 0xffffffff;
  uint32_t length = 0;
  std::memcpy(&length, start, sizeof(length));
  if (length == kLongEntry) return {};
  return {start + sizeof(length), length};
}

// What the augmentation's letters announce. False if there is a letter that is not understood.
bool read_augmentation(std::string_view letters, DwarfBytes data, FrameInfo& info) {
  for (const char letter : letters) {
    switch (letter) {
      case 'R':
        info.pointer_encoding = data.get<uint8_t>();
        break;
      case 'P': {  // of the function that handles exceptions, and its address
        const uint8_t encoding = data.get<uint8_t>();
        data.pointer(encoding & 0x0f);
        break;
      }
      case 'L':
        data.get<uint8_t>();
        break;  // encoding of other tables
      case 'S':
        info.signal_frame = true;
        break;
      default:
        return false;
    }
  }
  return data.ok();
}

bool read_common(std::span<const uint8_t> entry, FrameInfo& info) {
  DwarfBytes bytes(entry);
  const uint32_t id = bytes.get<uint32_t>();
  const uint8_t version = bytes.get<uint8_t>();
  if (!bytes.ok() || id != 0 || (version != 1 && version != 3)) return false;

  const std::span<const uint8_t> text = bytes.rest();
  const size_t length = static_cast<size_t>(std::ranges::find(text, 0) - text.begin());
  std::string_view letters(reinterpret_cast<const char*>(text.data()), length);
  if (!letters.starts_with('z')) return false;  // whose augmentation has its size in front
  letters.remove_prefix(1);
  bytes.take(length + 1);

  info.code_alignment = bytes.unsigned_leb();
  info.data_alignment = bytes.signed_leb();
  bytes.unsigned_leb();  // the return address's register, below 128: a byte in version 1
  if (!read_augmentation(letters, DwarfBytes(bytes.block()), info)) return false;
  info.common_instructions = bytes.rest();
  return bytes.ok();
}

}  // namespace

std::optional<FrameInfo> find_frame_info(uintptr_t address) noexcept {
  dl_find_object module{};
  if (_dl_find_object(reinterpret_cast<void*>(address), &module) != 0) return std::nullopt;
  const uint8_t* const table = static_cast<const uint8_t*>(module.dlfo_eh_frame);
  const uint8_t* const start = table == nullptr ? nullptr : look_up(table, address);
  if (start == nullptr) return std::nullopt;

  const std::span<const uint8_t> entry = entry_at(start);
  DwarfBytes bytes(entry);
  const uint32_t to_common = bytes.get<uint32_t>();
  FrameInfo info;
  if (!bytes.ok() || !read_common(entry_at(entry.data() - to_common), info)) return std::nullopt;
  info.function = bytes.pointer(info.pointer_encoding);
  const uint64_t size = bytes.pointer(info.pointer_encoding, false);
  bytes.block();  // the augmentation
  info.instructions = bytes.rest();
  const bool about_address = info.function <= address && address - info.function < size;
  return bytes.ok() && about_address ? std::optional(info) : std::nullopt;
}

}  // namespace latecomer::record
