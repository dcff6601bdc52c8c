// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Archives of Score-P and of latecomer are consistent. EZTrace's are not: it defines the world's group twice
// under one reference, once with its locations and once with its ranks, gives MPI functions the paradigm of
// user code, and lets definitions refer to later ones. Everything is therefore read first and resolved
// afterwards, kind by kind, each kind after those that it refers to.

#include "otf2/definitions_resolver.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "otf2/enums.h"
#include "otf2/extension_events.h"
#include "otf2/instrumented_contexts.h"
#include "otf2/resolve_topologies.h"
#include "otf2/writer_ids.h"
#include "trace/calling_contexts.h"
#include "trace/mpi_regions.h"

namespace latecomer::otf2 {

using trace::Anomaly;
using trace::CallingContextId;
using trace::CommId;
using trace::CommKind;
using trace::GroupId;
using trace::IoFileId;
using trace::IoHandleId;
using trace::LocationGroupId;
using trace::LocationId;
using trace::RegionId;
using trace::SourceLocationId;
using trace::SystemNodeId;
using trace::WindowId;

namespace {

/// Is a position in one of the tables of RawDefinitions.
struct RawId : Id<RawId> {
  using Id::Id;
};

/// Limits the events of a location, whatever its definition says: sums of all locations' fit into a number.
constexpr uint64_t kMostEvents = uint64_t{1} << 38U;

class Resolver {
 public:
  explicit Resolver(const RawDefinitions& raw) : raw_(raw) {}

  Result<ResolvedDefinitions> run() &&;

 private:
  Status resolve_clock();
  void resolve_regions();
  void resolve_programs();
  void resolve_system_nodes();
  Status index_processes();
  void index_groups();
  void resolve_processes_and_locations();
  void resolve_location_properties();
  void resolve_groups();
  void resolve_communicators();
  void resolve_parents();
  void resolve_windows();
  void resolve_files();
  RefMap<SourceLocationId> resolve_source_locations();
  void resolve_calling_contexts();
  std::vector<CallingContextId> find_tail_callers(const std::vector<CallingContextId>& stands_for);
  void resolve_inlined_contexts();
  void resolve_entered_contexts();
  void unite_equal_contexts();
  void resolve_attributes();
  void resolve_parameters();

  void count_repair() { result_.definitions.anomalies.count(Anomaly::repaired_definition); }
  template <class Raw>
  RefMap<RawId> index(const std::vector<Raw>& definitions);
  trace::Region resolve_region(const RawDefinitions::Region& raw_region);
  SystemNodeId root_node();
  std::vector<size_t> processes_by_rank() const;
  const RawDefinitions::Communicator* find_world() const;
  const RawDefinitions::Group* find_group(OTF2_GroupRef ref) const;
  bool is_of_communicator(OTF2_GroupRef ref) const;
  /// Returns the locations by which ranks of the paradigm count, if the archive lists them.
  const RawDefinitions::Group* locations_of(OTF2_Paradigm paradigm) const;
  /// Returns the members as references to locations; nothing if it is not a group of locations or a rank does
  /// not exist.
  std::optional<std::vector<OTF2_LocationRef>> members_of(const RawDefinitions::Group& group) const;
  trace::Communicator resolve_communicator(const RawDefinitions::Communicator& raw_communicator);
  /// Returns a communicator of processes or of threads.
  CommId find_communicator(OTF2_CommRef ref) const;

  const RawDefinitions& raw_;
  ResolvedDefinitions result_;
  RefMap<SystemNodeId> nodes_;
  RefMap<RawId> raw_processes_;
  RefMap<RawId> raw_locations_;
  RefMap<RawId> raw_groups_;
  RefMap<RawId> raw_communicators_;
  RefMap<LocationId> locations_;
};

Result<ResolvedDefinitions> Resolver::run() && {
  if (raw_.locations.empty()) return Error{"the archive is empty: it defines no location"};
  TRY_STATUS(resolve_clock());
  resolve_regions();
  resolve_programs();
  resolve_system_nodes();
  TRY_STATUS(index_processes());
  index_groups();
  raw_communicators_ = index(raw_.communicators);
  resolve_processes_and_locations();
  resolve_groups();
  resolve_communicators();
  resolve_parents();
  resolve_windows();
  resolve_files();
  resolve_attributes();
  resolve_calling_contexts();
  resolve_parameters();
  resolve_topologies(raw_, result_.ids.communicators, result_.definitions);
  return std::move(result_);
}

/// Returns positions by reference. Of definitions with the same reference the first counts.
template <class Raw>
RefMap<RawId> Resolver::index(const std::vector<Raw>& definitions) {
  RefMap<RawId> by_ref;
  for (size_t i = 0; i < definitions.size(); ++i) {
    if (!by_ref.insert(definitions[i].ref, RawId(i))) count_repair();
  }
  return by_ref;
}

Status Resolver::resolve_clock() {
  if (raw_.ticks_per_second == 0) return Error{"the definitions do not say how long a clock tick is"};
  trace::Definitions& definitions = result_.definitions;
  definitions.ticks_per_second = raw_.ticks_per_second;
  definitions.global_offset = raw_.global_offset;
  definitions.length = raw_.length;
  definitions.properties = raw_.properties;
  const auto partial = raw_.properties.find("LATECOMER::PARTIAL");
  definitions.partial =
      partial != raw_.properties.end() && partial->second != "0" && partial->second != "false";
  return {};
}

trace::Region Resolver::resolve_region(const RawDefinitions::Region& raw_region) {
  trace::Region region;
  region.name = raw_.string(raw_region.name);
  region.canonical_name = raw_.string(raw_region.canonical_name);
  region.description = raw_.string(raw_region.description);
  region.file = raw_.string(raw_region.file);
  region.begin_line = raw_region.begin_line;
  region.end_line = raw_region.end_line;
  region.paradigm = paradigm_from_otf2(raw_region.paradigm);
  region.role = role_from_otf2(raw_region.role, raw_region.flags);
  if (region.name.starts_with("MPI_") && region.paradigm != trace::Paradigm::mpi &&
      region.paradigm != trace::Paradigm::sampling) {
    region.paradigm = trace::Paradigm::mpi;
    region.role = trace::role_of_mpi_function(region.name);
    count_repair();
  }
  return region;
}

void Resolver::resolve_regions() {
  std::vector<trace::Region>& regions = result_.definitions.regions;
  for (const RawDefinitions::Region& raw_region : raw_.regions) {
    if (!result_.ids.regions.insert(raw_region.ref, RegionId(regions.size()))) {
      count_repair();
      continue;
    }
    regions.push_back(resolve_region(raw_region));
  }
  result_.ids.undefined_region = RegionId(regions.size());
  regions.push_back({"UNDEFINED REGION", "", "Stands in for regions that the trace does not define.", "", 0,
                     0, trace::Paradigm::unknown, trace::RegionRole::artificial});
}

/// Finds which of the strings name programs only in events. latecomer's own archives define a program's
/// region, because threads enter it.
void Resolver::resolve_programs() {
  const std::vector<trace::Region>& regions = result_.definitions.regions;
  std::vector<RegionId> artificial;
  for (size_t i = 0; i < regions.size(); ++i) {
    if (regions[i].role == trace::RegionRole::artificial) artificial.emplace_back(i);
  }
  for (size_t i = 0; i < raw_.strings.size(); ++i) {
    const auto& [ref, text] = raw_.strings[i];
    const auto defined = std::ranges::find(
        artificial, text, [&](RegionId id) -> const std::string& { return regions[id.index()].name; });
    result_.ids.programs.insert(ref, defined != artificial.end() ? *defined : RegionId(regions.size() + i));
  }
}

/// Parents come before their children, which also breaks cycles: a node whose parent comes later becomes a
/// root.
void Resolver::resolve_system_nodes() {
  std::vector<trace::SystemNode>& nodes = result_.definitions.system_nodes;
  for (const RawDefinitions::SystemNode& raw_node : raw_.system_nodes) {
    if (!nodes_.insert(raw_node.ref, SystemNodeId(nodes.size()))) {
      count_repair();
      continue;
    }
    nodes.push_back({raw_.string(raw_node.name), raw_.string(raw_node.class_name), SystemNodeId()});
  }
  for (const RawDefinitions::SystemNode& raw_node : raw_.system_nodes) {
    if (raw_node.parent == OTF2_UNDEFINED_SYSTEM_TREE_NODE) continue;
    const SystemNodeId node = nodes_.find(raw_node.ref);
    const SystemNodeId parent = nodes_.find(raw_node.parent);
    if (parent.valid() && parent < node)
      nodes[node.index()].parent = parent;
    else
      count_repair();
  }
  for (const RawDefinitions::Property& property : raw_.node_properties) {
    const SystemNodeId node = nodes_.find(property.owner);
    if (node.valid() && raw_.string(property.name) == kCoresProperty)
      nodes[node.index()].cores = static_cast<uint32_t>(property.number);
  }
}

/// Returns a node for processes that have none.
SystemNodeId Resolver::root_node() {
  if (result_.definitions.system_nodes.empty()) {
    result_.definitions.system_nodes.push_back({"machine", "machine", SystemNodeId()});
  }
  return SystemNodeId(0);
}

Status Resolver::index_processes() {
  raw_processes_ = index(raw_.location_groups);
  raw_locations_ = index(raw_.locations);
  for (const RawDefinitions::Location& location : raw_.locations) {
    if (raw_processes_.find(location.group).valid()) continue;
    return Error{fmt::format("location {} belongs to location group {}, which is not defined", location.ref,
                             location.group)};
  }
  return {};
}

/// Of groups with the same reference the one that lists ranks counts for communicators. One that lists
/// locations, as EZTrace's other definition of its world does, still says by which locations ranks count.
void Resolver::index_groups() {
  for (const bool lists_ranks : {true, false}) {
    for (size_t i = 0; i < raw_.groups.size(); ++i) {
      const OTF2_GroupType type = raw_.groups[i].type;
      if ((type == OTF2_GROUP_TYPE_COMM_GROUP || type == OTF2_GROUP_TYPE_COMM_SELF) != lists_ranks) continue;
      if (!raw_groups_.insert(raw_.groups[i].ref, RawId(i))) count_repair();
    }
  }
}

const RawDefinitions::Group* Resolver::find_group(OTF2_GroupRef ref) const {
  const RawId id = raw_groups_.find(ref);
  return id.valid() ? &raw_.groups[id.index()] : nullptr;
}

bool Resolver::is_of_communicator(OTF2_GroupRef ref) const {
  return std::any_of(raw_.communicators.begin(), raw_.communicators.end(),
                     [&](const RawDefinitions::Communicator& communicator) {
                       return communicator.group == ref || communicator.remote_group == ref;
                     });
}

const RawDefinitions::Group* Resolver::locations_of(OTF2_Paradigm paradigm) const {
  for (const RawDefinitions::Group& group : raw_.groups) {
    if (group.type == OTF2_GROUP_TYPE_COMM_LOCATIONS && group.paradigm == paradigm) return &group;
  }
  return nullptr;
}

std::optional<std::vector<OTF2_LocationRef>> Resolver::members_of(const RawDefinitions::Group& group) const {
  std::vector<OTF2_LocationRef> members = group.members;
  if (group.type == OTF2_GROUP_TYPE_COMM_GROUP) {
    const RawDefinitions::Group* base = locations_of(group.paradigm);
    for (OTF2_LocationRef& member : members) {
      if (base == nullptr || member >= base->members.size()) return std::nullopt;
      member = base->members[member];
    }
  } else if (group.type != OTF2_GROUP_TYPE_COMM_LOCATIONS && group.type != OTF2_GROUP_TYPE_LOCATIONS) {
    return std::nullopt;
  }
  const bool all_defined = std::all_of(
      members.begin(), members.end(), [&](OTF2_LocationRef ref) { return raw_locations_.find(ref).valid(); });
  return all_defined ? std::optional(std::move(members)) : std::nullopt;
}

/// Finds the world by its name, else the first MPI communicator of all that MPI ranks count by.
const RawDefinitions::Communicator* Resolver::find_world() const {
  for (const RawDefinitions::Communicator& communicator : raw_.communicators) {
    if (raw_.string(communicator.name) == "MPI_COMM_WORLD") return &communicator;
  }
  const RawDefinitions::Group* base = locations_of(OTF2_PARADIGM_MPI);
  for (const RawDefinitions::Communicator& communicator : raw_.communicators) {
    const RawDefinitions::Group* group = find_group(communicator.group);
    if (base == nullptr || group == nullptr || group->paradigm != OTF2_PARADIGM_MPI) continue;
    if (group->type == OTF2_GROUP_TYPE_COMM_GROUP && group->members.size() == base->members.size())
      return &communicator;
  }
  return nullptr;
}

/// Returns positions in the raw table: the world's processes by rank, then all others in the archive's order.
std::vector<size_t> Resolver::processes_by_rank() const {
  std::vector<size_t> order;
  std::vector<bool> is_added(raw_.location_groups.size());
  const auto add = [&](size_t process) {
    if (!is_added[process]) order.push_back(process);
    is_added[process] = true;
  };
  const RawDefinitions::Communicator* world = find_world();
  const RawDefinitions::Group* group = world == nullptr ? nullptr : find_group(world->group);
  for (const OTF2_LocationRef member : group == nullptr
                                           ? std::vector<OTF2_LocationRef>()
                                           : members_of(*group).value_or(std::vector<OTF2_LocationRef>())) {
    add(raw_processes_.find(raw_.locations[raw_locations_.find(member).index()].group).index());
  }
  for (const RawDefinitions::LocationGroup& process : raw_.location_groups)
    add(raw_processes_.find(process.ref).index());
  return order;
}

void Resolver::resolve_processes_and_locations() {
  trace::Definitions& definitions = result_.definitions;
  std::vector<std::vector<size_t>> locations_of_process(raw_.location_groups.size());
  for (size_t i = 0; i < raw_.locations.size(); ++i) {
    if (raw_locations_.find(raw_.locations[i].ref) != RawId(i))
      continue;  // the second of two with that reference
    locations_of_process[raw_processes_.find(raw_.locations[i].group).index()].push_back(i);
  }
  std::map<OTF2_LocationGroupRef, trace::LocationGroup> processes;  // what their properties say
  for (const RawDefinitions::Property& property : raw_.group_properties) {
    const std::string name = raw_.string(property.name);
    trace::LocationGroup& process = processes[property.owner];
    if (name == kUnrecordedCpuTimeProperty) process.unrecorded_cpu_time = property.number;
    if (name == kUnsampledThreadsProperty) process.unsampled_threads = property.number;
    if (name == kStolenTimeProperty) process.stolen_time = property.number;
    if (name.starts_with(kCountedCallsProperty))
      process.counted_calls.push_back(
          {name.substr(std::string_view(kCountedCallsProperty).size()), property.number});
  }
  for (const size_t process : processes_by_rank()) {
    const RawDefinitions::LocationGroup& raw_process = raw_.location_groups[process];
    SystemNodeId parent = nodes_.find(raw_process.parent);
    if (!parent.valid()) {
      parent = root_node();
      count_repair();
    }
    const LocationGroupId process_id(definitions.location_groups.size());
    trace::LocationGroup& resolved = definitions.location_groups.emplace_back(processes[raw_process.ref]);
    resolved.name = raw_.string(raw_process.name);
    resolved.kind = group_kind_from_otf2(raw_process.type);
    resolved.parent = parent;
    for (const size_t location : locations_of_process[process]) {
      const RawDefinitions::Location& raw_location = raw_.locations[location];
      locations_.insert(raw_location.ref, LocationId(definitions.locations.size()));
      definitions.locations.push_back({raw_.string(raw_location.name),
                                       location_kind_from_otf2(raw_location.type), process_id,
                                       std::min(raw_location.events, kMostEvents), raw_location.ref});
    }
  }
  definitions.clock_offsets.resize(definitions.locations.size());
  resolve_location_properties();
}

/// Resolves how the kernel knows threads and their nodes.
void Resolver::resolve_location_properties() {
  trace::Definitions& definitions = result_.definitions;
  for (const RawDefinitions::Property& property : raw_.location_properties) {
    const LocationId id = locations_.find(property.owner);
    if (!id.valid()) continue;
    trace::Location& location = definitions.locations[id.index()];
    const std::string& name = raw_.string(property.name);
    const auto number = static_cast<uint32_t>(property.number);
    if (name == kProcessIdProperty) location.process_id = number;
    if (name == kThreadIdProperty) location.thread_ids.push_back(number);
    const SystemNodeId node = definitions.location_groups[location.group.index()].parent;
    if (name == kBootIdProperty) definitions.system_nodes[node.index()].boot_id = raw_.string(number);
  }
}

void Resolver::resolve_groups() {
  for (size_t i = 0; i < raw_.groups.size(); ++i) {
    const RawDefinitions::Group& raw_group = raw_.groups[i];
    if (raw_groups_.find(raw_group.ref) != RawId(i)) continue;
    if (raw_group.type == OTF2_GROUP_TYPE_COMM_LOCATIONS && !is_of_communicator(raw_group.ref)) continue;
    const std::optional<std::vector<OTF2_LocationRef>> members = members_of(raw_group);
    if (!members) {
      if (raw_group.type == OTF2_GROUP_TYPE_COMM_GROUP) count_repair();
      continue;
    }
    trace::Group group;
    for (const OTF2_LocationRef member : *members) group.members.push_back(locations_.find(member));
    result_.ids.groups.insert(raw_group.ref, GroupId(result_.definitions.groups.size()));
    result_.definitions.groups.push_back(std::move(group));
  }
}

trace::Communicator Resolver::resolve_communicator(const RawDefinitions::Communicator& raw_communicator) {
  trace::Communicator communicator;
  communicator.name = raw_.string(raw_communicator.name);
  communicator.group = result_.ids.groups.find(raw_communicator.group);
  communicator.remote_group = result_.ids.groups.find(raw_communicator.remote_group);
  const RawDefinitions::Group* group = find_group(raw_communicator.group);
  if (raw_communicator.remote_group != OTF2_UNDEFINED_GROUP)
    communicator.kind = CommKind::inter;
  else if (group != nullptr && group->type == OTF2_GROUP_TYPE_COMM_SELF)
    communicator.kind = CommKind::self;
  else if (group != nullptr && group->paradigm == OTF2_PARADIGM_OPENMP)
    communicator.kind = CommKind::team;
  else if (group != nullptr && group->paradigm == OTF2_PARADIGM_PTHREAD)
    communicator.kind = CommKind::threads;
  return communicator;
}

CommId Resolver::find_communicator(OTF2_CommRef ref) const {
  const CommId communicator = result_.ids.communicators.find(ref);
  return communicator.valid() ? communicator : result_.ids.teams.find(ref);
}

void Resolver::resolve_communicators() {
  trace::Definitions& definitions = result_.definitions;
  const RawDefinitions::Communicator* world = find_world();
  for (size_t i = 0; i < raw_.communicators.size(); ++i) {
    const RawDefinitions::Communicator& raw_communicator = raw_.communicators[i];
    if (raw_communicators_.find(raw_communicator.ref) != RawId(i)) continue;
    trace::Communicator communicator = resolve_communicator(raw_communicator);
    const bool has_members = communicator.group.valid() || communicator.kind == CommKind::self;
    if (!has_members || (communicator.kind == CommKind::inter && !communicator.remote_group.valid())) {
      count_repair();  // left out: what communicates on it counts as an undefined reference
      continue;
    }
    const CommId id(definitions.communicators.size());
    if (&raw_communicator == world) definitions.world = id;
    size_t ranks = 1;
    for (const GroupId group : {communicator.group, communicator.remote_group}) {
      if (group.valid()) ranks = std::max(ranks, definitions.groups[group.index()].members.size());
    }
    result_.ids.rank_limits.push_back(static_cast<uint32_t>(ranks));
    (trace::is_of_threads(communicator.kind) ? result_.ids.teams : result_.ids.communicators)
        .insert(raw_communicator.ref, id);
    definitions.communicators.push_back(std::move(communicator));
  }
}

void Resolver::resolve_parents() {
  for (const RawDefinitions::Communicator& raw_communicator : raw_.communicators) {
    const CommId id = find_communicator(raw_communicator.ref);
    if (!id.valid() || raw_communicator.parent == OTF2_UNDEFINED_COMM) continue;
    const CommId parent = find_communicator(raw_communicator.parent);
    if (parent.valid() && parent != id)
      result_.definitions.communicators[id.index()].parent = parent;
    else
      count_repair();
  }
}

void Resolver::resolve_windows() {
  for (const RawDefinitions::Window& raw_window : raw_.windows) {
    const CommId comm = result_.ids.communicators.find(raw_window.communicator);
    const WindowId id(result_.definitions.windows.size());
    if (!comm.valid() || !result_.ids.windows.insert(raw_window.ref, id)) {
      count_repair();  // left out, as a communicator without members
      continue;
    }
    result_.definitions.windows.push_back({raw_.string(raw_window.name), comm});
    result_.ids.window_rank_limits.push_back(result_.ids.rank_limits[comm.index()]);
  }
}

/// A file without a scope, and a handle without a file, are still what they are.
void Resolver::resolve_files() {
  trace::Definitions& definitions = result_.definitions;
  std::map<OTF2_IoParadigmRef, trace::IoParadigm> paradigms;
  for (const RawDefinitions::IoParadigm& raw_paradigm : raw_.io_paradigms) {
    const trace::IoParadigm paradigm = io_paradigm_from_otf2(raw_.string(raw_paradigm.identification));
    paradigms.try_emplace(raw_paradigm.ref, paradigm);
    if (paradigm == trace::IoParadigm::mpi) result_.ids.mpi_io = raw_paradigm.ref;
  }
  for (const RawDefinitions::IoFile& raw_file : raw_.io_files) {
    if (result_.ids.io_files.insert(raw_file.ref, IoFileId(definitions.io_files.size())))
      definitions.io_files.push_back({raw_.string(raw_file.name), nodes_.find(raw_file.scope)});
    else
      count_repair();
  }
  for (const RawDefinitions::IoHandle& raw_handle : raw_.io_handles) {
    if (!result_.ids.io_handles.insert(raw_handle.ref, IoHandleId(definitions.io_handles.size()))) {
      count_repair();
      continue;
    }
    const auto paradigm = paradigms.find(raw_handle.paradigm);
    definitions.io_handles.push_back(
        {result_.ids.io_files.find(raw_handle.file),
         paradigm == paradigms.end() ? trace::IoParadigm::other : paradigm->second,
         result_.ids.communicators.find(raw_handle.communicator)});
  }
}

/// Lines that are defined several times become one.
RefMap<SourceLocationId> Resolver::resolve_source_locations() {
  std::vector<trace::SourceLocation>& locations = result_.definitions.source_locations;
  RefMap<SourceLocationId> ids;
  std::map<trace::SourceLocation, SourceLocationId> known;
  for (const RawDefinitions::SourceLocation& raw_location : raw_.source_locations) {
    const trace::SourceLocation location{raw_.string(raw_location.file), raw_location.line};
    const auto [id, is_new] = known.try_emplace(location, SourceLocationId(locations.size()));
    if (is_new) locations.push_back(location);
    if (!ids.insert(raw_location.ref, id->second)) count_repair();
  }
  return ids;
}

/// Finds the functions that jump to what they call last, by the contexts of their calls. Such a function is
/// called by the innermost of what the call's context stands for; contexts of the function itself do not mean
/// it.
std::vector<CallingContextId> Resolver::find_tail_callers(const std::vector<CallingContextId>& stands_for) {
  const std::vector<trace::CallingContext>& contexts = result_.definitions.calling_contexts;
  const RefMap<CallingContextId>& ids = result_.ids.calling_contexts;
  std::vector<CallingContextId> tail_callers(contexts.size());
  for (const RawDefinitions::ContextProperty& property : raw_.context_properties) {
    if (raw_.string(property.name) != kTailCallerProperty) continue;
    const CallingContextId call = ids.find(property.owner);
    const CallingContextId caller = ids.find(property.value);
    const CallingContextId innermost =
        call.valid() && stands_for[call.index()].valid() ? stands_for[call.index()] : call;
    if (!call.valid() || !caller.valid() || contexts[caller.index()].parent != innermost ||
        tail_callers[call.index()].valid()) {
      count_repair();
      continue;
    }
    tail_callers[call.index()] = caller;
  }
  return tail_callers;
}

/// A context that has inlined ones, or a tail caller, stands in for the innermost of them: events and
/// contexts that refer to it mean that one, but for the inlined ones themselves.
void Resolver::resolve_inlined_contexts() {
  std::vector<trace::CallingContext>& contexts = result_.definitions.calling_contexts;
  RefMap<CallingContextId>& ids = result_.ids.calling_contexts;
  std::vector<CallingContextId> stands_for(contexts.size());
  std::vector<bool> is_inlined(contexts.size());
  for (const RawDefinitions::ContextProperty& property : raw_.context_properties) {
    if (raw_.string(property.name) != kInnermostProperty) continue;
    const CallingContextId owner = ids.find(property.owner);
    const CallingContextId innermost = ids.find(property.value);
    CallingContextId frame = innermost;
    while (frame.valid() && frame != owner) frame = contexts[frame.index()].parent;
    if (!owner.valid() || frame != owner || stands_for[owner.index()].valid()) {
      count_repair();
      continue;
    }
    stands_for[owner.index()] = innermost;
    for (frame = innermost; frame != owner; frame = contexts[frame.index()].parent)
      is_inlined[frame.index()] = true;
  }
  const std::vector<CallingContextId> tail_callers = find_tail_callers(stands_for);
  for (const CallingContextId caller : tail_callers)
    if (caller.valid()) is_inlined[caller.index()] = true;
  for (size_t i = 0; i < contexts.size(); ++i) {
    CallingContextId& parent = contexts[i].parent;
    if (is_inlined[i] || !parent.valid()) continue;
    const CallingContextId tail_caller = tail_callers[parent.index()];
    if (tail_caller.valid() && contexts[tail_caller.index()].region != contexts[i].region)
      parent = tail_caller;
    else if (stands_for[parent.index()].valid())
      parent = stands_for[parent.index()];
  }
  for (size_t i = 0; i < contexts.size(); ++i)
    if (tail_callers[i].valid()) stands_for[i] = tail_callers[i];
  for (const RawDefinitions::CallingContext& raw_context : raw_.calling_contexts) {
    const CallingContextId id = ids.find(raw_context.ref);
    if (stands_for[id.index()].valid()) ids.set(raw_context.ref, stands_for[id.index()]);
  }
}

/// Of equal contexts, as two addresses of a line are, the first stands for all; the others are of no use.
void Resolver::unite_equal_contexts() {
  std::vector<trace::CallingContext>& contexts = result_.definitions.calling_contexts;
  std::map<std::tuple<RegionId, SourceLocationId, CallingContextId>, CallingContextId> known;
  std::vector<CallingContextId> united(contexts.size());
  for (const CallingContextId id : trace::parents_first(contexts)) {
    trace::CallingContext& context = contexts[id.index()];
    if (context.parent.valid()) context.parent = united[context.parent.index()];
    united[id.index()] =
        known.try_emplace({context.region, context.location, context.parent}, id).first->second;
  }
  for (const RawDefinitions::CallingContext& raw_context : raw_.calling_contexts)
    result_.ids.calling_contexts.set(raw_context.ref,
                                     united[result_.ids.calling_contexts.find(raw_context.ref).index()]);
  for (EnteredContext& each : result_.ids.entered) {
    if (each.stack.valid()) each.stack = united[each.stack.index()];
  }
}

/// Parents come before their children, which also breaks cycles: a context whose parent comes later has none.
void Resolver::resolve_calling_contexts() {
  std::vector<trace::CallingContext>& contexts = result_.definitions.calling_contexts;
  RefMap<CallingContextId>& ids = result_.ids.calling_contexts;
  const RefMap<SourceLocationId> locations = resolve_source_locations();
  for (const RawDefinitions::CallingContext& raw_context : raw_.calling_contexts) {
    trace::CallingContext context{result_.ids.regions.find(raw_context.region),
                                  locations.find(raw_context.location), ids.find(raw_context.parent)};
    if (!ids.insert(raw_context.ref, CallingContextId(contexts.size()))) {
      count_repair();
      continue;
    }
    if (!context.parent.valid() && raw_context.parent != OTF2_UNDEFINED_CALLING_CONTEXT) count_repair();
    if (!context.region.valid()) {
      context.region = result_.ids.undefined_region;
      count_repair();
    }
    contexts.push_back(context);
  }
  resolve_inlined_contexts();
  if (result_.ids.call_stack == OTF2_UNDEFINED_ATTRIBUTE) resolve_entered_contexts();
  unite_equal_contexts();
}

/// Resolves the contexts of an archive whose events enter them. Where they have their stacks as an attribute,
/// all contexts are frames, those of recorded functions, too.
void Resolver::resolve_entered_contexts() {
  const RefMap<CallingContextId>& ids = result_.ids.calling_contexts;
  for (const RawDefinitions::CallingContext& raw_context : raw_.calling_contexts)
    result_.ids.entered_contexts.insert(raw_context.ref, EnteredContextId(ids.find(raw_context.ref).index()));
  result_.ids.entered =
      separate_instrumented_regions(result_.definitions.calling_contexts, result_.definitions.regions);
}

void Resolver::resolve_attributes() {
  for (const RawDefinitions::Attribute& attribute : raw_.attributes) {
    if (attribute.type == OTF2_TYPE_CALLING_CONTEXT && raw_.string(attribute.name) == kCallStackAttributeName)
      result_.ids.call_stack = attribute.ref;
    if (attribute.type == OTF2_TYPE_UINT64 && raw_.string(attribute.name) == kOffsetAttributeName)
      result_.ids.offset = attribute.ref;
    if (attribute.type == OTF2_TYPE_GROUP && raw_.string(attribute.name) == kSourcesAttributeName) {
      result_.ids.sources = attribute.ref;
    }
    for (size_t field = 0; field < kExtensionAttributes.size(); ++field) {
      const ExtensionAttribute& known = kExtensionAttributes[field];
      if (attribute.type == known.type && raw_.string(attribute.name) == known.name)
        result_.ids.extension_fields.insert(attribute.ref, ExtensionFieldId(field));
    }
  }
}

void Resolver::resolve_parameters() {
  for (const RawDefinitions::Parameter& parameter : raw_.parameters) {
    for (const trace::EventKind kind : extension_events()) {
      if (parameter.type == OTF2_PARAMETER_TYPE_UINT64 &&
          raw_.string(parameter.name) == trace::info_of(kind).extension)
        result_.ids.extensions.insert(parameter.ref, extension_of(kind));
    }
  }
}

}  // namespace

Result<ResolvedDefinitions> resolve_definitions(const RawDefinitions& raw) {
  return Resolver(raw).run();
}

}  // namespace latecomer::otf2
