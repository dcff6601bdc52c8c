// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/mapping_tables.h"

namespace latecomer::otf2 {

void MappingTable::add(uint64_t local, uint64_t global) {
  if (local >= UINT32_MAX) return;
  const auto ref = static_cast<uint32_t>(local);
  const auto target = static_cast<uint32_t>(global);
  constexpr size_t kSlack = 1024;
  if (ref > 2 * dense_.size() + kSlack) {
    sparse_.insert_or_assign(ref, target);
    return;
  }
  while (dense_.size() <= ref) dense_.push_back((*this)(static_cast<uint32_t>(dense_.size())));
  dense_[ref] = target;
}

uint32_t MappingTable::find_sparse(uint32_t local) const {
  const auto found = sparse_.find(local);
  return found == sparse_.end() ? local : found->second;
}

MappingTable* MappingTables::of(OTF2_MappingType type) {
  switch (type) {
    case OTF2_MAPPING_STRING:
      return &strings;
    case OTF2_MAPPING_ATTRIBUTE:
      return &attributes;
    case OTF2_MAPPING_REGION:
      return &regions;
    case OTF2_MAPPING_GROUP:
      return &groups;
    case OTF2_MAPPING_COMM:
      return &communicators;
    case OTF2_MAPPING_PARAMETER:
      return &parameters;
    case OTF2_MAPPING_RMA_WIN:
      return &windows;
    case OTF2_MAPPING_IO_FILE:
      return &io_files;
    case OTF2_MAPPING_IO_HANDLE:
      return &io_handles;
    case OTF2_MAPPING_CALLING_CONTEXT:
      return &calling_contexts;
    default:
      return nullptr;
  }
}

void MappingTables::add(OTF2_MappingType type, const OTF2_IdMap* table) {
  MappingTable* into = of(type);
  if (into == nullptr) return;
  are_empty = false;
  const auto add_pair = [](uint64_t local, uint64_t global, void* user_data) {
    static_cast<MappingTable*>(user_data)->add(local, global);
  };
  OTF2_IdMap_Traverse(table, add_pair, into);
}

}  // namespace latecomer::otf2
