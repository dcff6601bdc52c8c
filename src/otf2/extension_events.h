// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <array>
#include <span>

#include "base/id.h"
#include "trace/event.h"

// Probes, pending receives, partitioned messages, and what goes to processes of another MPI_COMM_WORLD, have
// no records in OTF2 3.0. Each of their events travels as a ParameterUnsignedInt record: the parameter's name
// says which event it is, its value is the request or message handle, and the attributes of the record say
// the rest.
namespace latecomer::otf2 {

/// What the attributes say; a position in `kExtensionAttributes`.
enum class ExtensionField : uint8_t { source, peer, comm, tag, bytes, partitions, partition };

struct ExtensionAttribute {
  const char* name;
  OTF2_Type type;
};
inline constexpr std::array<ExtensionAttribute, 7> kExtensionAttributes = {{{"source", OTF2_TYPE_UINT32},
                                                                            {"peer", OTF2_TYPE_UINT32},
                                                                            {"comm", OTF2_TYPE_COMM},
                                                                            {"tag", OTF2_TYPE_INT32},
                                                                            {"bytes", OTF2_TYPE_UINT64},
                                                                            {"partitions", OTF2_TYPE_UINT32},
                                                                            {"partition", OTF2_TYPE_UINT32}}};

struct ExtensionEvent {
  trace::EventKind kind;
  const char* parameter;
  std::span<const ExtensionField> fields;
};

/// A position in `extension_events()`.
struct ExtensionId : Id<ExtensionId> {
  using Id::Id;
};
struct ExtensionFieldId : Id<ExtensionFieldId> {
  using Id::Id;
};

/// All of them, in the order of their kinds.
std::span<const ExtensionEvent> extension_events();

/// Invalid for kinds that have a record of their own.
ExtensionId extension_of(trace::EventKind kind);

}  // namespace latecomer::otf2
