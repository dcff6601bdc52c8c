// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace latecomer::otf2 {

/// Translates a location's references of one kind into those of the global definitions. What is not in the
/// table is global already.
class MappingTable {
 public:
  uint32_t operator()(uint32_t local) const {
    if (local < dense_.size()) return dense_[local];
    return sparse_.empty() ? local : find_sparse(local);
  }
  void add(uint64_t local, uint64_t global);
  /// Returns the lowest reference that is not found at once.
  size_t dense_size() const { return dense_.size(); }

 private:
  uint32_t find_sparse(uint32_t local) const;

  std::vector<uint32_t> dense_;
  std::unordered_map<uint32_t, uint32_t> sparse_;
};

/// Holds a location's tables of those kinds that events refer to.
struct MappingTables {
  MappingTable strings;
  MappingTable attributes;
  MappingTable regions;
  MappingTable groups;
  MappingTable communicators;
  MappingTable parameters;
  MappingTable windows;
  MappingTable io_files;
  MappingTable io_handles;
  MappingTable calling_contexts;
  bool are_empty = true;

  /// Takes over a table as libotf2 has it.
  void add(OTF2_MappingType type, const OTF2_IdMap* table);

 private:
  MappingTable* of(OTF2_MappingType type);
};

}  // namespace latecomer::otf2
