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

/// Says what entering a calling context means: the call of a region, with this call stack.
struct EnteredContext {
  trace::RegionId region;
  trace::CallingContextId stack;
};
struct EnteredContextId : Id<EnteredContextId> {
  using Id::Id;
};

/// Maps the references in an archive's events to what they stand for.
struct ArchiveIds {
  RefMap<trace::RegionId> regions;
  RefMap<trace::CommId> communicators;  ///< Maps communicators of processes.
  RefMap<trace::CommId> teams;          ///< Maps teams of threads.
  RefMap<trace::WindowId> windows;
  RefMap<trace::IoFileId> io_files;
  RefMap<trace::IoHandleId> io_handles;
  OTF2_IoParadigmRef mpi_io = OTF2_UNDEFINED_IO_PARADIGM;
  RefMap<trace::GroupId> groups;
  RefMap<trace::CallingContextId> calling_contexts;
  RefMap<EnteredContextId> entered_contexts;
  std::vector<EnteredContext> entered;  ///< Holds contexts by EnteredContextId.
  /// Maps the reference of any string to the region of a program with that name: one of the definitions or,
  /// where they have none, their number and the string's position among all.
  RefMap<trace::RegionId> programs;
  std::vector<uint32_t> rank_limits;         ///< Holds, by CommId, the lowest number that is no rank in it.
  std::vector<uint32_t> window_rank_limits;  ///< Holds, by WindowId, the lowest number that is no rank in it.
  trace::RegionId undefined_region;          ///< Stands in for regions that are not defined.
  OTF2_AttributeRef sources = OTF2_UNDEFINED_ATTRIBUTE;     ///< Is an attribute of neighbourhood collectives.
  OTF2_AttributeRef call_stack = OTF2_UNDEFINED_ATTRIBUTE;  ///< Is an attribute of enters.
  OTF2_AttributeRef offset = OTF2_UNDEFINED_ATTRIBUTE;      ///< Is an attribute of operations on files.
  RefMap<ExtensionId> extensions;                           ///< Maps the references of parameters.
  RefMap<ExtensionFieldId> extension_fields;                ///< Maps the references of attributes.
};

}  // namespace latecomer::otf2
