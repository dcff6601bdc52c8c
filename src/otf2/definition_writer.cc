// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/definition_writer.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "otf2/enums.h"
#include "otf2/extension_events.h"
#include "otf2/writer_ids.h"

namespace latecomer::otf2 {

namespace {

// These are the paradigms of parallelism; the others need no definition.
struct ParadigmName {
  trace::Paradigm paradigm;
  const char* name;
  OTF2_ParadigmClass paradigm_class;
};
constexpr ParadigmName kParadigms[] = {
    {trace::Paradigm::openmp, "OpenMP", OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN},
    {trace::Paradigm::mpi, "MPI", OTF2_PARADIGM_CLASS_PROCESS},
    {trace::Paradigm::pthread, "pthread", OTF2_PARADIGM_CLASS_THREAD_CREATE_WAIT},
};

trace::Paradigm paradigm_of(trace::CommKind kind) {
  if (kind == trace::CommKind::team) return trace::Paradigm::openmp;
  return kind == trace::CommKind::threads ? trace::Paradigm::pthread : trace::Paradigm::mpi;
}

struct IoParadigmName {
  trace::IoParadigm paradigm;
  const char* identification;
  const char* name;
  OTF2_IoParadigmClass paradigm_class;
  OTF2_IoParadigmFlag flags;
};
constexpr IoParadigmName kIoParadigms[] = {
    {trace::IoParadigm::posix, kPosixIo, "POSIX I/O", OTF2_IO_PARADIGM_CLASS_SERIAL,
     OTF2_IO_PARADIGM_FLAG_OS},
    {trace::IoParadigm::mpi, kMpiIo, "MPI-IO", OTF2_IO_PARADIGM_CLASS_PARALLEL, OTF2_IO_PARADIGM_FLAG_NONE},
    {trace::IoParadigm::other, "OTHER", "other", OTF2_IO_PARADIGM_CLASS_SERIAL, OTF2_IO_PARADIGM_FLAG_NONE},
};

// Writes one table after the other; `error_` keeps the first error, and nothing is written after it.
class DefinitionWriter {
 public:
  DefinitionWriter(OTF2_GlobalDefWriter* writer, const trace::Definitions& definitions,
                   const MeantContexts& meant)
      : writer_(writer), definitions_(definitions), meant_(meant) {}

  OTF2_ErrorCode write() {
    write_clock();
    write_string(kEmptyString, "");
    for (const trace::Region& region : definitions_.regions) write_string(next_string_++, region.name);
    write_paradigms();
    write_system_tree();
    write_regions();
    find_group_paradigms();
    write_comm_locations();
    write_thread_locations(kThreadLocationsGroup, trace::Paradigm::openmp);
    write_thread_locations(kPthreadLocationsGroup, trace::Paradigm::pthread);
    write_groups();
    write_communicators();
    write_topologies();
    write_windows();
    write_files();
    write_calling_contexts();
    write_attributes();
    write_parameters();
    return error_;
  }

 private:
  void note(OTF2_ErrorCode code) {
    if (error_ == OTF2_SUCCESS) error_ = code;
  }

  void write_string(OTF2_StringRef ref, const std::string& text) {
    strings_.emplace(text, ref);
    note(OTF2_GlobalDefWriter_WriteString(writer_, ref, text.c_str()));
  }

  OTF2_StringRef string_ref(const std::string& text) {
    if (const auto known = strings_.find(text); known != strings_.end()) return known->second;
    write_string(next_string_, text);
    return next_string_++;
  }

  void write_clock() {
    note(OTF2_GlobalDefWriter_WriteClockProperties(writer_, definitions_.ticks_per_second,
                                                   definitions_.global_offset, definitions_.length,
                                                   OTF2_UNDEFINED_TIMESTAMP));
  }

  void write_paradigms() {
    std::set<trace::Paradigm> used;
    for (const trace::Region& region : definitions_.regions) used.insert(region.paradigm);
    for (const trace::Communicator& comm : definitions_.communicators) {
      used.insert(paradigm_of(comm.kind));
    }
    for (const ParadigmName& known : kParadigms) {
      if (!used.contains(known.paradigm)) continue;
      const OTF2_StringRef name = string_ref(known.name);
      note(OTF2_GlobalDefWriter_WriteParadigm(writer_, to_otf2(known.paradigm), name, known.paradigm_class));
    }
    if (!used.contains(trace::Paradigm::mpi)) return;
    OTF2_AttributeValue name_template;
    name_template.stringRef = string_ref("Comm ${id}");
    note(OTF2_GlobalDefWriter_WriteParadigmProperty(writer_, OTF2_PARADIGM_MPI,
                                                    OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE,
                                                    OTF2_TYPE_STRING, name_template));
  }

  void write_system_tree() {
    for (size_t node = 0; node < definitions_.system_nodes.size(); ++node) {
      write_system_node(static_cast<OTF2_SystemTreeNodeRef>(node), definitions_.system_nodes[node]);
    }
    for (size_t group = 0; group < definitions_.location_groups.size(); ++group) {
      const trace::LocationGroup& process = definitions_.location_groups[group];
      note(OTF2_GlobalDefWriter_WriteLocationGroup(writer_, group, string_ref(process.name),
                                                   to_otf2(process.kind), process.parent.value,
                                                   OTF2_UNDEFINED_LOCATION_GROUP));
      if (process.unrecorded_cpu_time != 0)
        write_process_property(group, kUnrecordedCpuTimeProperty, process.unrecorded_cpu_time);
      if (process.unsampled_threads != 0)
        write_process_property(group, kUnsampledThreadsProperty, process.unsampled_threads);
      if (process.stolen_time != 0) write_process_property(group, kStolenTimeProperty, process.stolen_time);
      for (const trace::CountedCalls& counted : process.counted_calls)
        write_process_property(group, kCountedCallsProperty + counted.function, counted.calls);
    }
    for (const trace::Location& location : definitions_.locations) {
      note(OTF2_GlobalDefWriter_WriteLocation(writer_, location.reference, string_ref(location.name),
                                              to_otf2(location.kind), location.events, location.group.value));
      write_identity(location);
    }
  }

  void write_identity(const trace::Location& location) {
    if (location.process_id == 0) return;
    write_location_property(location, kProcessIdProperty, location.process_id);
    for (const uint32_t id : location.thread_ids) write_location_property(location, kThreadIdProperty, id);
    const trace::SystemNodeId parent = definitions_.location_groups[location.group.index()].parent;
    if (!parent.valid()) return;
    const trace::SystemNode& node = definitions_.system_nodes[parent.index()];
    write_location_property(location, kHostProperty, node.name);
    if (!node.boot_id.empty()) write_location_property(location, kBootIdProperty, node.boot_id);
  }

  void write_location_property(const trace::Location& location, const char* name, uint32_t number) {
    OTF2_AttributeValue value;
    value.uint32 = number;
    note(OTF2_GlobalDefWriter_WriteLocationProperty(writer_, location.reference, string_ref(name),
                                                    OTF2_TYPE_UINT32, value));
  }

  void write_location_property(const trace::Location& location, const char* name, const std::string& text) {
    OTF2_AttributeValue value;
    value.stringRef = string_ref(text);
    note(OTF2_GlobalDefWriter_WriteLocationProperty(writer_, location.reference, string_ref(name),
                                                    OTF2_TYPE_STRING, value));
  }

  void write_process_property(size_t group, const std::string& name, uint64_t number) {
    OTF2_AttributeValue value;
    value.uint64 = number;
    note(OTF2_GlobalDefWriter_WriteLocationGroupProperty(writer_, static_cast<OTF2_LocationGroupRef>(group),
                                                         string_ref(name), OTF2_TYPE_UINT64, value));
  }

  void write_system_node(OTF2_SystemTreeNodeRef ref, const trace::SystemNode& node) {
    const OTF2_StringRef name = string_ref(node.name);
    const OTF2_StringRef class_name = string_ref(node.class_name);
    note(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, ref, name, class_name, node.parent.value));
    if (node.class_name == "machine") {
      note(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(writer_, ref, OTF2_SYSTEM_TREE_DOMAIN_MACHINE));
    } else if (node.class_name == "node") {
      note(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(writer_, ref,
                                                          OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY));
    }
    if (node.cores == 0) return;
    OTF2_AttributeValue cores;
    cores.uint32 = node.cores;
    note(OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(writer_, ref, string_ref(kCoresProperty),
                                                          OTF2_TYPE_UINT32, cores));
  }

  void write_regions() {
    for (size_t id = 0; id < definitions_.regions.size(); ++id) {
      const trace::Region& region = definitions_.regions[id];
      const OTF2_StringRef name = name_ref(trace::RegionId(id));
      const OTF2_StringRef canonical =
          region.canonical_name.empty() ? name : string_ref(region.canonical_name);
      const OTF2_StringRef description = string_ref(region.description);
      const OTF2_StringRef file = string_ref(region.file);
      note(OTF2_GlobalDefWriter_WriteRegion(writer_, id, name, canonical, description, to_otf2(region.role),
                                            to_otf2(region.paradigm), flags_of(region.role), file,
                                            region.begin_line, region.end_line));
    }
  }

  // The events say which kind of threads a team has; for the definitions all are OpenMP's.
  void find_group_paradigms() {
    group_paradigms_.assign(definitions_.groups.size(), trace::Paradigm::mpi);
    for (const trace::Communicator& comm : definitions_.communicators) {
      if (trace::is_of_threads(comm.kind)) group_paradigms_[comm.group.index()] = paradigm_of(comm.kind);
    }
  }

  // Members of communicators' groups are positions in this list: the ranks of the world in their order, then
  // whoever else is in a group.
  void write_comm_locations() {
    if (definitions_.communicators.empty() && definitions_.groups.empty()) return;
    comm_ranks_.assign(definitions_.locations.size(), UINT32_MAX);
    std::vector<uint64_t> references;
    const auto add = [&](trace::LocationId location) {
      if (!location.valid() || comm_ranks_[location.index()] != UINT32_MAX) return;
      comm_ranks_[location.index()] = static_cast<uint32_t>(references.size());
      references.push_back(definitions_.locations[location.index()].reference);
    };
    if (definitions_.world.valid()) {
      const trace::GroupId world = definitions_.communicators[definitions_.world.index()].group;
      std::ranges::for_each(definitions_.groups[world.index()].members, add);
    }
    for (size_t id = 0; id < definitions_.groups.size(); ++id) {
      if (group_paradigms_[id] == trace::Paradigm::mpi)
        std::ranges::for_each(definitions_.groups[id].members, add);
    }
    write_group(kCommLocationsGroup, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, references);
    write_group(kSelfGroup, OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI, {});
  }

  // Members of groups of threads are positions in this list of all locations. It is empty where there are no
  // such groups: groups have to be numbered without a gap.
  void write_thread_locations(OTF2_GroupRef ref, trace::Paradigm paradigm) {
    if (definitions_.communicators.empty() && definitions_.groups.empty()) return;
    std::vector<uint64_t> references;
    const bool has_groups = std::ranges::find(group_paradigms_, paradigm) != group_paradigms_.end();
    for (size_t i = 0; has_groups && i < definitions_.locations.size(); ++i)
      references.push_back(definitions_.locations[i].reference);
    write_group(ref, OTF2_GROUP_TYPE_COMM_LOCATIONS, to_otf2(paradigm), references);
  }

  void write_groups() {
    std::vector<uint64_t> members;
    for (size_t id = 0; id < definitions_.groups.size(); ++id) {
      members.clear();
      for (const trace::LocationId location : definitions_.groups[id].members) {
        const bool is_of_processes = group_paradigms_[id] == trace::Paradigm::mpi;
        members.push_back(is_of_processes ? comm_ranks_[location.index()] : location.value);
      }
      write_group(group_ref(trace::GroupId(id)), OTF2_GROUP_TYPE_COMM_GROUP, to_otf2(group_paradigms_[id]),
                  members);
    }
  }

  void write_group(OTF2_GroupRef ref, OTF2_GroupType type, OTF2_Paradigm paradigm,
                   const std::vector<uint64_t>& members) {
    note(OTF2_GlobalDefWriter_WriteGroup(writer_, ref, kEmptyString, type, paradigm, OTF2_GROUP_FLAG_NONE,
                                         static_cast<uint32_t>(members.size()), members.data()));
  }

  void write_communicators() {
    for (size_t id = 0; id < definitions_.communicators.size(); ++id) {
      const trace::Communicator& comm = definitions_.communicators[id];
      const OTF2_StringRef name = string_ref(comm.name);
      if (comm.kind == trace::CommKind::inter) {
        note(OTF2_GlobalDefWriter_WriteInterComm(writer_, id, name, group_ref(comm.group),
                                                 group_ref(comm.remote_group), comm.parent.value,
                                                 OTF2_COMM_FLAG_NONE));
        continue;
      }
      const bool self = comm.kind == trace::CommKind::self;
      note(OTF2_GlobalDefWriter_WriteComm(writer_, id, name, self ? kSelfGroup : group_ref(comm.group),
                                          comm.parent.value, OTF2_COMM_FLAG_NONE));
    }
  }

  void write_topologies() {
    OTF2_CartDimensionRef next_dimension = 0;
    for (size_t id = 0; id < definitions_.topologies.size(); ++id) {
      const trace::CartTopology& topology = definitions_.topologies[id];
      std::vector<OTF2_CartDimensionRef> dimensions;
      for (const trace::CartTopology::Dimension& each : topology.dimensions) {
        dimensions.push_back(next_dimension++);
        note(OTF2_GlobalDefWriter_WriteCartDimension(
            writer_, dimensions.back(), string_ref(each.name), each.size,
            each.periodic ? OTF2_CART_PERIODIC_TRUE : OTF2_CART_PERIODIC_FALSE));
      }
      const auto ref = static_cast<OTF2_CartTopologyRef>(id);
      note(
          OTF2_GlobalDefWriter_WriteCartTopology(writer_, ref, string_ref(topology.name), topology.comm.value,
                                                 static_cast<uint8_t>(dimensions.size()), dimensions.data()));
      write_coordinates(ref, topology);
    }
  }

  // Coordinates are written by rank in the topology's communicator.
  void write_coordinates(OTF2_CartTopologyRef ref, const trace::CartTopology& topology) {
    const trace::GroupId group = definitions_.communicators[topology.comm.index()].group;
    const std::vector<trace::LocationId>& members = definitions_.groups[group.index()].members;
    std::vector<uint32_t> ranks(definitions_.locations.size());
    for (size_t rank = 0; rank < members.size(); ++rank)
      if (members[rank].valid()) ranks[members[rank].index()] = static_cast<uint32_t>(rank);
    const size_t dimensions = topology.dimensions.size();
    for (size_t i = 0; i < topology.locations.size(); ++i) {
      const uint32_t* position = topology.coordinates.data() + i * dimensions;
      note(OTF2_GlobalDefWriter_WriteCartCoordinate(writer_, ref, ranks[topology.locations[i].index()],
                                                    static_cast<uint8_t>(dimensions), position));
    }
  }

  void write_windows() {
    for (size_t id = 0; id < definitions_.windows.size(); ++id) {
      const trace::Window& window = definitions_.windows[id];
      note(OTF2_GlobalDefWriter_WriteRmaWin(writer_, static_cast<OTF2_RmaWinRef>(id), string_ref(window.name),
                                            window.comm.value, OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS));
    }
  }

  void write_files() {
    write_io_paradigms();
    for (size_t id = 0; id < definitions_.io_files.size(); ++id) {
      const trace::IoFile& file = definitions_.io_files[id];
      note(OTF2_GlobalDefWriter_WriteIoRegularFile(writer_, static_cast<OTF2_IoFileRef>(id),
                                                   string_ref(file.name), file.scope.value));
    }
    for (size_t id = 0; id < definitions_.io_handles.size(); ++id) {
      const trace::IoHandle& handle = definitions_.io_handles[id];
      note(OTF2_GlobalDefWriter_WriteIoHandle(writer_, static_cast<OTF2_IoHandleRef>(id), kEmptyString,
                                              handle.file.value, io_paradigm_ref(handle.paradigm),
                                              OTF2_IO_HANDLE_FLAG_NONE, handle.comm.value,
                                              OTF2_UNDEFINED_IO_HANDLE));
    }
  }

  // Paradigms are written up to the last that a handle has, since they have to be numbered without a gap.
  // Files without a handle are those that MPI deletes.
  void write_io_paradigms() {
    if (definitions_.io_files.empty() && definitions_.io_handles.empty()) return;
    trace::IoParadigm last = trace::IoParadigm::posix;
    std::vector<bool> has_handle(definitions_.io_files.size());
    for (const trace::IoHandle& handle : definitions_.io_handles) {
      last = std::max(last, handle.paradigm);
      if (handle.file.valid()) has_handle[handle.file.index()] = true;
    }
    if (std::ranges::count(has_handle, false) > 0) last = std::max(last, trace::IoParadigm::mpi);
    for (const IoParadigmName& known : kIoParadigms) {
      if (known.paradigm > last) break;
      const OTF2_StringRef identification = string_ref(known.identification);
      note(OTF2_GlobalDefWriter_WriteIoParadigm(writer_, io_paradigm_ref(known.paradigm), identification,
                                                string_ref(known.name), known.paradigm_class, known.flags, 0,
                                                nullptr, nullptr, nullptr));
    }
  }

  // The contexts of a frame's callers come before its own, as other readers expect.
  void write_calling_contexts() {
    for (size_t id = 0; id < definitions_.source_locations.size(); ++id) {
      const trace::SourceLocation& location = definitions_.source_locations[id];
      note(OTF2_GlobalDefWriter_WriteSourceCodeLocation(writer_, static_cast<OTF2_SourceCodeLocationRef>(id),
                                                        string_ref(location.file), location.line));
    }
    for (size_t id = 0; id < definitions_.calling_contexts.size(); ++id) {
      const trace::CallingContext& context = definitions_.calling_contexts[id];
      note(OTF2_GlobalDefWriter_WriteCallingContext(writer_, static_cast<OTF2_CallingContextRef>(id),
                                                    context.region.value, context.location.value,
                                                    context.parent.value));
    }
    write_meant(meant_.innermost, kInnermostProperty);
    write_meant(meant_.tail_callers, kTailCallerProperty);
  }

  void write_meant(const MeantContexts::Pairs& pairs, const char* property) {
    for (const auto& [context, meant] : pairs) {
      OTF2_AttributeValue value;
      value.callingContextRef = meant.value;
      note(OTF2_GlobalDefWriter_WriteCallingContextProperty(writer_, context.value, string_ref(property),
                                                            OTF2_TYPE_CALLING_CONTEXT, value));
    }
  }

  void write_attributes() {
    const OTF2_StringRef name = string_ref(kSourcesAttributeName);
    const OTF2_StringRef description =
        string_ref("Members of the communicator whose data the process waits for");
    note(OTF2_GlobalDefWriter_WriteAttribute(writer_, kSourcesAttribute, name, description, OTF2_TYPE_GROUP));
    note(OTF2_GlobalDefWriter_WriteAttribute(
        writer_, kCallStackAttribute, string_ref(kCallStackAttributeName),
        string_ref("From where the region was called"), OTF2_TYPE_CALLING_CONTEXT));
    for (size_t field = 0; field < kExtensionAttributes.size(); ++field) {
      const ExtensionAttribute& attribute = kExtensionAttributes[field];
      note(OTF2_GlobalDefWriter_WriteAttribute(writer_, attribute_ref(ExtensionFieldId(field)),
                                               string_ref(attribute.name), kEmptyString, attribute.type));
    }
    note(OTF2_GlobalDefWriter_WriteAttribute(writer_, kOffsetAttribute, string_ref(kOffsetAttributeName),
                                             string_ref("Where in the file an operation reads or writes"),
                                             OTF2_TYPE_UINT64));
  }

  void write_parameters() {
    for (const trace::EventKind kind : extension_events()) {
      note(OTF2_GlobalDefWriter_WriteParameter(writer_, extension_of(kind).value,
                                               string_ref(trace::info_of(kind).extension),
                                               OTF2_PARAMETER_TYPE_UINT64));
    }
  }

  OTF2_GlobalDefWriter* writer_;
  const trace::Definitions& definitions_;
  const MeantContexts& meant_;
  std::unordered_map<std::string, OTF2_StringRef> strings_;
  OTF2_StringRef next_string_ = 1;
  std::vector<uint32_t> comm_ranks_;  // by location: position among the locations of MPI's groups
  std::vector<trace::Paradigm> group_paradigms_;
  OTF2_ErrorCode error_ = OTF2_SUCCESS;
};

}  // namespace

OTF2_ErrorCode write_global_definitions(OTF2_GlobalDefWriter* writer, const trace::Definitions& definitions,
                                        const MeantContexts& meant) {
  return DefinitionWriter(writer, definitions, meant).write();
}

}  // namespace latecomer::otf2
