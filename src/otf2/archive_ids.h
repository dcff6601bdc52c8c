// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <vector>

#include "otf2/extension_events.h"
#include "otf2/ref_map.h"
#include "trace/definitions.h"

namespace latecomer::otf2 {

/// What entering a calling context means: this region was, with this call stack.
struct EnteredContext {
  trace::RegionId region;
  trace::CallingContextId stack;
};
struct EnteredContextId : Id<EnteredContextId> {
  using Id::Id;
};

/// What the references in an archive's events stand for.
struct ArchiveIds {
  RefMap<trace::RegionId> regions;
  RefMap<trace::CommId> communicators;  ///< of processes
  RefMap<trace::CommId> teams;          ///< of threads
  RefMap<trace::WindowId> windows;
  RefMap<trace::IoFileId> io_files;
  RefMap<trace::IoHandleId> io_handles;
  OTF2_IoParadigmRef mpi_io = OTF2_UNDEFINED_IO_PARADIGM;
  RefMap<trace::GroupId> groups;
  RefMap<trace::CallingContextId> calling_contexts;
  RefMap<EnteredContextId> entered_contexts;
  std::vector<EnteredContext> entered;  ///< by EnteredContextId
  /// By the reference of any string, the region of a program with that name: one of the definitions or, where
  /// they have none, their number and the string's position among all.
  RefMap<trace::RegionId> programs;
  std::vector<uint32_t> rank_limits;                        ///< by CommId: ranks below this exist in it
  std::vector<uint32_t> window_rank_limits;                 ///< by WindowId
  trace::RegionId undefined_region;                         ///< stands in for regions that are not defined
  OTF2_AttributeRef sources = OTF2_UNDEFINED_ATTRIBUTE;     ///< of neighbourhood collectives
  OTF2_AttributeRef call_stack = OTF2_UNDEFINED_ATTRIBUTE;  ///< of enters
  OTF2_AttributeRef offset = OTF2_UNDEFINED_ATTRIBUTE;      ///< of operations on files
  RefMap<ExtensionId> extensions;                           ///< by the reference of the parameter
  RefMap<ExtensionFieldId> extension_fields;                ///< by the reference of the attribute
};

}  // namespace latecomer::otf2
