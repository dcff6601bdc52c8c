// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <array>
#include <span>

#include "base/id.h"
#include "trace/event_kinds.h"

// Probes, pending operations, partitioned messages, and what goes to processes of another MPI_COMM_WORLD,
// have no records in OTF2 3.0. Each of their events travels as a ParameterUnsignedInt record: the parameter's
// name says which event it is, its value is the request or message handle, and the attributes of the record
// say the rest.
namespace latecomer::otf2 {

/// Is an attribute of records of extension events.
struct ExtensionAttribute {
  const char* name;
  OTF2_Type type;
  trace::FieldNames fields;     ///< Lists the fields that are stored as the attribute.
  bool can_be_missing = false;  ///< Says that an event can be without, for which the field is not known.
};
inline constexpr auto kExtensionAttributes = [] {
  using enum trace::FieldName;
  using trace::FieldNames;
  return std::to_array<ExtensionAttribute>(
      {{"source", OTF2_TYPE_UINT32, FieldNames(source)},
       {"peer", OTF2_TYPE_UINT32, FieldNames(to, from)},
       {"comm", OTF2_TYPE_COMM, FieldNames(comm)},
       {"tag", OTF2_TYPE_INT32, FieldNames(tag)},
       {"bytes", OTF2_TYPE_UINT64, FieldNames(sent_bytes, received_bytes)},
       {"partitions", OTF2_TYPE_UINT32, FieldNames(partitions)},
       {"partition", OTF2_TYPE_UINT32, FieldNames(partition)},
       {"by", OTF2_TYPE_REGION, FieldNames(by), true},
       {"cause", OTF2_TYPE_UINT32, FieldNames(cause), true}});
}();

/// Is a position in `extension_events()`.
struct ExtensionId : Id<ExtensionId> {
  using Id::Id;
};
/// Is a position in `kExtensionAttributes`.
struct ExtensionFieldId : Id<ExtensionFieldId> {
  using Id::Id;
};

/// Returns the kinds of events that have no record of their own, in their order.
std::span<const trace::EventKind> extension_events();

/// Returns the position of a kind in `extension_events()`; invalid for kinds that have a record of their own.
ExtensionId extension_of(trace::EventKind kind);

}  // namespace latecomer::otf2
