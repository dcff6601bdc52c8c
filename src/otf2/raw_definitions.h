// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "otf2/ref_map.h"

namespace latecomer::otf2 {

struct StringId : Id<StringId> {
  using Id::Id;
};

/// Holds the global definitions of an archive as they stand there: in the archive's order, with the archive's
/// references.
struct RawDefinitions {
  struct String {
    OTF2_StringRef ref;
    std::string text;
  };
  struct SystemNode {
    OTF2_SystemTreeNodeRef ref;
    OTF2_StringRef name;
    OTF2_StringRef class_name;
    OTF2_SystemTreeNodeRef parent;
  };
  /// Is a property whose value is a number, of a system tree node or a location group.
  struct Property {
    uint64_t owner;
    OTF2_StringRef name;
    uint64_t number;
  };
  struct LocationGroup {
    OTF2_LocationGroupRef ref;
    OTF2_StringRef name;
    OTF2_LocationGroupType type;
    OTF2_SystemTreeNodeRef parent;
  };
  struct Location {
    OTF2_LocationRef ref;
    OTF2_StringRef name;
    OTF2_LocationType type;
    uint64_t events;
    OTF2_LocationGroupRef group;
  };
  struct Region {
    OTF2_RegionRef ref;
    OTF2_StringRef name;
    OTF2_StringRef canonical_name;
    OTF2_StringRef description;
    OTF2_RegionRole role;
    OTF2_Paradigm paradigm;
    OTF2_RegionFlag flags;
    OTF2_StringRef file;
    uint32_t begin_line;
    uint32_t end_line;
  };
  struct Group {
    OTF2_GroupRef ref;
    OTF2_GroupType type;
    OTF2_Paradigm paradigm;
    std::vector<uint64_t> members;
  };
  /// Is a communicator; `remote_group` is OTF2_UNDEFINED_GROUP unless it is an intercommunicator.
  struct Communicator {
    OTF2_CommRef ref;
    OTF2_StringRef name;
    OTF2_GroupRef group;
    OTF2_GroupRef remote_group;
    OTF2_CommRef parent;
  };
  struct Attribute {
    OTF2_AttributeRef ref;
    OTF2_StringRef name;
    OTF2_Type type;
  };
  struct Parameter {
    OTF2_ParameterRef ref;
    OTF2_StringRef name;
    OTF2_ParameterType type;
  };
  struct Window {
    OTF2_RmaWinRef ref;
    OTF2_StringRef name;
    OTF2_CommRef communicator;
  };
  struct IoParadigm {
    OTF2_IoParadigmRef ref;
    OTF2_StringRef identification;
  };
  /// Is a file or a directory.
  struct IoFile {
    OTF2_IoFileRef ref;
    OTF2_StringRef name;
    OTF2_SystemTreeNodeRef scope;
  };
  struct IoHandle {
    OTF2_IoHandleRef ref;
    OTF2_IoFileRef file;
    OTF2_IoParadigmRef paradigm;
    OTF2_CommRef communicator;
  };
  struct CartDimension {
    OTF2_CartDimensionRef ref;
    OTF2_StringRef name;
    uint32_t size;
    OTF2_CartPeriodicity periodicity;
  };
  struct CartTopology {
    OTF2_CartTopologyRef ref;
    OTF2_StringRef name;
    OTF2_CommRef communicator;
    std::vector<uint64_t> dimensions;  ///< Holds references of dimensions.
  };
  struct CartCoordinate {
    OTF2_CartTopologyRef topology;
    uint32_t rank;  ///< Is a rank in the topology's communicator.
    std::vector<uint64_t> position;
  };
  struct SourceLocation {
    OTF2_SourceCodeLocationRef ref;
    OTF2_StringRef file;
    uint32_t line;
  };
  struct CallingContext {
    OTF2_CallingContextRef ref;
    OTF2_RegionRef region;
    OTF2_SourceCodeLocationRef location;
    OTF2_CallingContextRef parent;
  };
  /// Is a property of a calling context whose value is a calling context, too.
  struct ContextProperty {
    OTF2_CallingContextRef owner;
    OTF2_StringRef name;
    OTF2_CallingContextRef value;
  };

  /// Returns the text of a string; empty if it is not defined.
  const std::string& string(OTF2_StringRef ref) const;

  uint64_t event_chunk_size = 0;  ///< Is that of the archive, in bytes.
  uint64_t ticks_per_second = 0;
  uint64_t global_offset = 0;
  uint64_t length = 0;
  std::vector<String> strings;  ///< Has each reference once.
  RefMap<StringId> string_by_ref;
  std::vector<SystemNode> system_nodes;
  std::vector<Property> node_properties;
  std::vector<LocationGroup> location_groups;
  std::vector<Property> group_properties;
  std::vector<Location> locations;
  std::vector<Property> location_properties;
  std::vector<Region> regions;
  std::vector<Group> groups;
  std::vector<Communicator> communicators;
  std::vector<Attribute> attributes;
  std::vector<Parameter> parameters;
  std::vector<Window> windows;
  std::vector<IoParadigm> io_paradigms;
  std::vector<IoFile> io_files;
  std::vector<IoHandle> io_handles;
  std::vector<CartDimension> cart_dimensions;
  std::vector<CartTopology> cart_topologies;
  std::vector<CartCoordinate> cart_coordinates;
  std::vector<SourceLocation> source_locations;
  std::vector<CallingContext> calling_contexts;
  std::vector<ContextProperty> context_properties;
  std::map<std::string, std::string> properties;  ///< Holds the properties in the anchor file.
};

/// Returns the properties in the anchor file of an opened archive, in its order: name and value.
std::vector<std::pair<std::string, std::string>> read_properties(OTF2_Reader* reader);

/// Reads the global definitions of an opened archive, which has fewer than `limit` of them unless it is
/// damaged. Errors name no file.
Result<RawDefinitions> read_raw_definitions(OTF2_Reader* reader, uint64_t limit);

}  // namespace latecomer::otf2
