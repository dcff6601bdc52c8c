// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/raw_definitions.h"

#include <fmt/format.h>

#include <memory>

#include "base/c_memory.h"
#include "base/printable.h"
#include "otf2/library.h"

namespace latecomer::otf2 {
namespace {

RawDefinitions& target(void* user_data) {
  return *static_cast<RawDefinitions*>(user_data);
}

OTF2_CallbackCode on_clock(void* user_data, uint64_t resolution, uint64_t offset, uint64_t length, uint64_t) {
  target(user_data).ticks_per_second = resolution;
  target(user_data).global_offset = offset;
  target(user_data).length = length;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_string(void* user_data, OTF2_StringRef ref, const char* text) {
  RawDefinitions& raw = target(user_data);
  if (raw.string_by_ref.insert(ref, StringId(raw.strings.size())))
    raw.strings.push_back({ref, printable_line(text)});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_attribute(void* user_data, OTF2_AttributeRef ref, OTF2_StringRef name, OTF2_StringRef,
                               OTF2_Type type) {
  target(user_data).attributes.push_back({ref, name, type});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_system_node(void* user_data, OTF2_SystemTreeNodeRef ref, OTF2_StringRef name,
                                 OTF2_StringRef class_name, OTF2_SystemTreeNodeRef parent) {
  target(user_data).system_nodes.push_back({ref, name, class_name, parent});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_node_property(void* user_data, OTF2_SystemTreeNodeRef node, OTF2_StringRef name,
                                   OTF2_Type type, OTF2_AttributeValue value) {
  if (type == OTF2_TYPE_UINT32) target(user_data).node_properties.push_back({node, name, value.uint32});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_location_group(void* user_data, OTF2_LocationGroupRef ref, OTF2_StringRef name,
                                    OTF2_LocationGroupType type, OTF2_SystemTreeNodeRef parent,
                                    OTF2_LocationGroupRef) {
  target(user_data).location_groups.push_back({ref, name, type, parent});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_group_property(void* user_data, OTF2_LocationGroupRef group, OTF2_StringRef name,
                                    OTF2_Type type, OTF2_AttributeValue value) {
  if (type == OTF2_TYPE_UINT64) target(user_data).group_properties.push_back({group, name, value.uint64});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_location(void* user_data, OTF2_LocationRef ref, OTF2_StringRef name,
                              OTF2_LocationType type, uint64_t events, OTF2_LocationGroupRef group) {
  target(user_data).locations.push_back({ref, name, type, events, group});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_region(void* user_data, OTF2_RegionRef ref, OTF2_StringRef name,
                            OTF2_StringRef canonical_name, OTF2_StringRef description, OTF2_RegionRole role,
                            OTF2_Paradigm paradigm, OTF2_RegionFlag flags, OTF2_StringRef file,
                            uint32_t begin_line, uint32_t end_line) {
  target(user_data).regions.push_back(
      {ref, name, canonical_name, description, role, paradigm, flags, file, begin_line, end_line});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_group(void* user_data, OTF2_GroupRef ref, OTF2_StringRef, OTF2_GroupType type,
                           OTF2_Paradigm paradigm, OTF2_GroupFlag, uint32_t size, const uint64_t* members) {
  target(user_data).groups.push_back({ref, type, paradigm, {members, members + size}});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_comm(void* user_data, OTF2_CommRef ref, OTF2_StringRef name, OTF2_GroupRef group,
                          OTF2_CommRef parent, OTF2_CommFlag) {
  target(user_data).communicators.push_back({ref, name, group, OTF2_UNDEFINED_GROUP, parent});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_inter_comm(void* user_data, OTF2_CommRef ref, OTF2_StringRef name, OTF2_GroupRef group,
                                OTF2_GroupRef remote_group, OTF2_CommRef parent, OTF2_CommFlag) {
  target(user_data).communicators.push_back({ref, name, group, remote_group, parent});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_parameter(void* user_data, OTF2_ParameterRef ref, OTF2_StringRef name,
                               OTF2_ParameterType type) {
  target(user_data).parameters.push_back({ref, name, type});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_window(void* user_data, OTF2_RmaWinRef ref, OTF2_StringRef name,
                            OTF2_CommRef communicator, OTF2_RmaWinFlag) {
  target(user_data).windows.push_back({ref, name, communicator});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_io_paradigm(void* user_data, OTF2_IoParadigmRef ref, OTF2_StringRef identification,
                                 OTF2_StringRef, OTF2_IoParadigmClass, OTF2_IoParadigmFlag, uint8_t,
                                 const OTF2_IoParadigmProperty*, const OTF2_Type*,
                                 const OTF2_AttributeValue*) {
  target(user_data).io_paradigms.push_back({ref, identification});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_io_file(void* user_data, OTF2_IoFileRef ref, OTF2_StringRef name,
                             OTF2_SystemTreeNodeRef scope) {
  target(user_data).io_files.push_back({ref, name, scope});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_io_handle(void* user_data, OTF2_IoHandleRef ref, OTF2_StringRef, OTF2_IoFileRef file,
                               OTF2_IoParadigmRef paradigm, OTF2_IoHandleFlag, OTF2_CommRef communicator,
                               OTF2_IoHandleRef) {
  target(user_data).io_handles.push_back({ref, file, paradigm, communicator});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_cart_dimension(void* user_data, OTF2_CartDimensionRef ref, OTF2_StringRef name,
                                    uint32_t size, OTF2_CartPeriodicity periodicity) {
  target(user_data).cart_dimensions.push_back({ref, name, size, periodicity});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_cart_topology(void* user_data, OTF2_CartTopologyRef ref, OTF2_StringRef name,
                                   OTF2_CommRef communicator, uint8_t count,
                                   const OTF2_CartDimensionRef* dimensions) {
  target(user_data).cart_topologies.push_back({ref, name, communicator, {dimensions, dimensions + count}});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_cart_coordinate(void* user_data, OTF2_CartTopologyRef topology, uint32_t rank,
                                     uint8_t count, const uint32_t* position) {
  target(user_data).cart_coordinates.push_back({topology, rank, {position, position + count}});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_source_location(void* user_data, OTF2_SourceCodeLocationRef ref, OTF2_StringRef file,
                                     uint32_t line) {
  target(user_data).source_locations.push_back({ref, file, line});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_calling_context(void* user_data, OTF2_CallingContextRef ref, OTF2_RegionRef region,
                                     OTF2_SourceCodeLocationRef location, OTF2_CallingContextRef parent) {
  target(user_data).calling_contexts.push_back({ref, region, location, parent});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_location_property(void* user_data, OTF2_LocationRef location, OTF2_StringRef name,
                                       OTF2_Type type, OTF2_AttributeValue value) {
  std::vector<RawDefinitions::Property>& properties = target(user_data).location_properties;
  if (type == OTF2_TYPE_UINT32) properties.push_back({location, name, value.uint32});
  if (type == OTF2_TYPE_STRING) properties.push_back({location, name, value.stringRef});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_context_property(void* user_data, OTF2_CallingContextRef context, OTF2_StringRef name,
                                      OTF2_Type type, OTF2_AttributeValue value) {
  if (type == OTF2_TYPE_CALLING_CONTEXT)
    target(user_data).context_properties.push_back({context, name, value.callingContextRef});
  return OTF2_CALLBACK_SUCCESS;
}

struct FreeCallbacks {
  void operator()(OTF2_GlobalDefReaderCallbacks* callbacks) const {
    OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  }
};

std::unique_ptr<OTF2_GlobalDefReaderCallbacks, FreeCallbacks> make_callbacks() {
  std::unique_ptr<OTF2_GlobalDefReaderCallbacks, FreeCallbacks> callbacks(
      OTF2_GlobalDefReaderCallbacks_New());
  OTF2_GlobalDefReaderCallbacks* c = callbacks.get();
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(c, on_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(c, on_string);
  OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(c, on_attribute);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(c, on_system_node);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodePropertyCallback(c, on_node_property);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(c, on_location_group);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupPropertyCallback(c, on_group_property);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(c, on_location);
  OTF2_GlobalDefReaderCallbacks_SetLocationPropertyCallback(c, on_location_property);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(c, on_region);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(c, on_group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(c, on_comm);
  OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(c, on_inter_comm);
  OTF2_GlobalDefReaderCallbacks_SetParameterCallback(c, on_parameter);
  OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(c, on_window);
  OTF2_GlobalDefReaderCallbacks_SetIoParadigmCallback(c, on_io_paradigm);
  OTF2_GlobalDefReaderCallbacks_SetIoRegularFileCallback(c, on_io_file);
  OTF2_GlobalDefReaderCallbacks_SetIoDirectoryCallback(c, on_io_file);
  OTF2_GlobalDefReaderCallbacks_SetIoHandleCallback(c, on_io_handle);
  OTF2_GlobalDefReaderCallbacks_SetCartDimensionCallback(c, on_cart_dimension);
  OTF2_GlobalDefReaderCallbacks_SetCartTopologyCallback(c, on_cart_topology);
  OTF2_GlobalDefReaderCallbacks_SetCartCoordinateCallback(c, on_cart_coordinate);
  OTF2_GlobalDefReaderCallbacks_SetSourceCodeLocationCallback(c, on_source_location);
  OTF2_GlobalDefReaderCallbacks_SetCallingContextCallback(c, on_calling_context);
  OTF2_GlobalDefReaderCallbacks_SetCallingContextPropertyCallback(c, on_context_property);
  return callbacks;
}

}  // namespace

const std::string& RawDefinitions::string(OTF2_StringRef ref) const {
  static const std::string kUndefined;
  const StringId id = string_by_ref.find(ref);
  return id.valid() ? strings[id.index()].text : kUndefined;
}

std::vector<std::pair<std::string, std::string>> read_properties(OTF2_Reader* reader) {
  std::vector<std::pair<std::string, std::string>> properties;
  uint32_t count = 0;
  char** names = nullptr;
  if (OTF2_Reader_GetPropertyNames(reader, &count, &names) != OTF2_SUCCESS) return properties;
  const CMemory<char*> owned_names(names);
  for (uint32_t i = 0; i < count; ++i) {
    char* value = nullptr;
    if (OTF2_Reader_GetProperty(reader, names[i], &value) != OTF2_SUCCESS) continue;
    const CMemory<char> owned_value(value);
    properties.emplace_back(names[i], value);
  }
  return properties;
}

Result<RawDefinitions> read_raw_definitions(OTF2_Reader* reader, uint64_t limit) {
  RawDefinitions raw;
  for (auto& [name, value] : read_properties(reader))
    raw.properties[printable_line(name)] = printable_line(value);
  forget_library_errors();
  OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader);
  if (definitions == nullptr)
    return Error{fmt::format("the global definitions cannot be read: {}", first_library_error())};
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, make_callbacks().get(), &raw);
  uint64_t count = 0;
  const OTF2_ErrorCode status = OTF2_Reader_ReadGlobalDefinitions(reader, definitions, limit, &count);
  if (status != OTF2_SUCCESS || count >= limit) {
    return Error{
        fmt::format("the definitions end or are damaged after {} of them: {}", count, first_library_error())};
  }
  OTF2_Reader_CloseGlobalDefReader(reader, definitions);
  return raw;
}

}  // namespace latecomer::otf2
