// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/merge.h"

#include <sys/utsname.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <string_view>
#include <utility>

#include "base/mpi_libraries.h"
#include "record/core/bytes.h"
#include "trace/archive_properties.h"

namespace latecomer::record {

namespace {

// Where `key` stands in an ordered table.
template <class Id, class Table, class Key>
Id position(const Table& table, const Key& key) {
  const auto found = table.find(key);
  return found == table.end() ? Id() : Id(static_cast<size_t>(std::distance(table.begin(), found)));
}

// Positions of all keys of a table, for many lookups.
template <class Id, class Table, class KeyOf>
auto positions(const Table& table, KeyOf&& key_of) {
  std::map<decltype(key_of(*table.begin())), Id> result;
  for (const auto& entry : table) result.emplace_hint(result.end(), key_of(entry), Id(result.size()));
  return result;
}

template <class Id>
Id lookup(const std::vector<Id>& table, Id id) {
  return id.index() < table.size() ? table[id.index()] : Id();
}

// What is the same on all members.
CommDefinition keys_of(const CommDefinition& comm) {
  CommDefinition keys;
  keys.unique_id = comm.unique_id;
  keys.kind = comm.kind;
  return keys;
}

// To each side of an intercommunicator the other group is the remote one: in the archive, the smaller list is
// first.
void merge_groups(CommDefinition& into, const CommDefinition& other) {
  std::set<std::vector<uint32_t>> groups = {into.world_ranks, into.remote_world_ranks, other.world_ranks,
                                            other.remote_world_ranks};
  groups.erase(std::vector<uint32_t>());
  into.world_ranks = groups.empty() ? std::vector<uint32_t>() : *groups.begin();
  into.remote_world_ranks = groups.size() < 2 ? std::vector<uint32_t>() : *std::next(groups.begin());
}

// Members can have named the same thing differently; the smallest name is the same in any order of merging.
void merge_name(std::string& into, std::string&& other) {
  if (into.empty() || (!other.empty() && other < into)) into = std::move(other);
}

void merge_comm(CommDefinition& into, CommDefinition&& other) {
  if (into.kind == trace::CommKind::inter) {
    merge_groups(into, other);
  } else if (into.world_ranks.empty()) {
    into.world_ranks = std::move(other.world_ranks);
  }
  if (into.parent_unique_id == 0) into.parent_unique_id = other.parent_unique_id;
  merge_name(into.name, std::move(other.name));
}

}  // namespace

SharedDefinitions shared_definitions(const ProcessDefinitions& process) {
  SharedDefinitions shared;
  shared.regions.insert(process.regions.begin(), process.regions.end());
  for (const CommDefinition& comm : process.comms) {
    const auto [known, added] = shared.comms.try_emplace(comm.unique_id);
    if (added) known->second = keys_of(comm);
    merge_comm(known->second, CommDefinition(comm));
  }
  for (const WindowDefinition& window : process.windows) {
    const auto [known, added] = shared.windows.emplace(window.unique_id, window);
    if (!added) merge_name(known->second.name, std::string(window.name));
  }
  shared.sources.insert(process.sources.begin(), process.sources.end());
  for (const std::vector<StackNode>& stacks : process.stacks)
    shared.stacks.merge(StackTree(process.modules, stacks));
  return shared;
}

void merge(SharedDefinitions& into, SharedDefinitions other) {
  into.regions.merge(other.regions);
  into.sources.merge(other.sources);
  into.stacks.merge(other.stacks);
  into.comms.merge(other.comms);
  for (auto& [unique_id, comm] : other.comms) merge_comm(into.comms.at(unique_id), std::move(comm));
  into.windows.merge(other.windows);
  for (auto& [unique_id, window] : other.windows)
    merge_name(into.windows.at(unique_id).name, std::move(window.name));
}

SharedDefinitions keys_of(const SharedDefinitions& shared) {
  SharedDefinitions keys{shared.regions, {}, shared.windows, shared.sources, shared.stacks};
  for (const auto& [unique_id, comm] : shared.comms) {
    keys.comms.emplace_hint(keys.comms.end(), unique_id, keys_of(comm));
  }
  return keys;
}

std::vector<std::byte> pack(const SharedDefinitions& shared) {
  ByteWriter bytes;
  bytes.put(shared.regions);
  bytes.put(std::views::values(shared.comms));
  bytes.put(std::views::values(shared.windows));
  bytes.put(shared.sources);
  bytes.put(shared.stacks);
  return bytes.bytes();
}

SharedDefinitions unpack_shared(std::span<const std::byte> packed) {
  ByteReader bytes(packed);
  SharedDefinitions shared;
  shared.regions = bytes.get<std::set<RegionKey>>();
  for (CommDefinition& comm : bytes.get<std::vector<CommDefinition>>())
    shared.comms.emplace_hint(shared.comms.end(), comm.unique_id, std::move(comm));
  for (WindowDefinition& window : bytes.get<std::vector<WindowDefinition>>())
    shared.windows.emplace_hint(shared.windows.end(), window.unique_id, std::move(window));
  shared.sources = bytes.get<std::set<SourcesKey>>();
  shared.stacks = bytes.get<StackTree>();
  return shared;
}

namespace {

// Of this recorder, or of one of another MPI.
bool is_recorder(std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return file.starts_with("recorder") && path.ends_with(std::string("/lib/latecomer/").append(file));
}

// By StackId of a thread. MPI's procedures for Fortran call those for C: it is the program that calls both.
// And what is sampled in the recorder's own functions is the program's that called them.
std::vector<trace::CallingContextId> callers_in_program(const StackTree& tree,
                                                        const ProcessDefinitions& process,
                                                        const std::vector<StackNode>& stacks) {
  std::vector<trace::CallingContextId> callers = tree.positions_of(process.modules, stacks);
  for (size_t i = 0; i < stacks.size(); ++i) {
    const size_t module = stacks[i].call.module.index();
    if (module >= process.modules.size()) continue;
    const std::string& path = process.modules[module].path;
    if (!is_mpi_library(path) && !is_recorder(path)) continue;
    callers[i] = stacks[i].caller.valid() ? callers[stacks[i].caller.index()] : trace::CallingContextId();
  }
  return callers;
}

}  // namespace

IdTranslation translation(const ProcessDefinitions& process, const SharedDefinitions& shared) {
  const auto regions = positions<trace::RegionId>(shared.regions, [](const RegionKey& key) { return key; });
  const auto comms = positions<trace::CommId>(shared.comms, [](const auto& entry) { return entry.first; });
  const auto windows =
      positions<trace::WindowId>(shared.windows, [](const auto& entry) { return entry.first; });
  const auto sources = positions<trace::GroupId>(shared.sources, [](const SourcesKey& key) { return key; });
  IdTranslation ids;
  for (const RegionKey& region : process.regions) ids.regions.push_back(regions.at(region));
  for (const CommDefinition& comm : process.comms) ids.comms.push_back(comms.at(comm.unique_id));
  for (const WindowDefinition& window : process.windows) ids.windows.push_back(windows.at(window.unique_id));
  for (const SourcesKey& group : process.sources) ids.sources.push_back(sources.at(group));
  for (const std::vector<StackNode>& stacks : process.stacks)
    ids.stacks.push_back(callers_in_program(shared.stacks, process, stacks));
  return ids;
}

trace::Event IdTranslation::operator()(trace::Event event, size_t thread) const {
  event.region = lookup(regions, event.region);
  event.comm = lookup(comms, event.comm);
  event.window = lookup(windows, event.window);
  event.sources = lookup(sources, event.sources);
  const size_t stack = event.calling_context.index();
  const bool known = thread < stacks.size() && stack < stacks[thread].size();
  event.calling_context = known ? stacks[thread][stack] : trace::CallingContextId();
  return event;
}

namespace {

// Fills the archive's definitions table by table.
class ArchiveDefinitions {
 public:
  ArchiveDefinitions(const SharedDefinitions& shared, const std::vector<ProcessExtent>& processes)
      : shared_(shared), processes_(processes) {}

  trace::Definitions make() {
    add_regions();
    add_system_nodes();
    add_processes();
    add_sources();
    add_communicators();
    add_windows();
    set_clock();
    add_calling_contexts(shared_.stacks, definitions_);
    return std::move(definitions_);
  }

 private:
  void add_regions() {
    for (const RegionKey& key : shared_.regions) {
      trace::Region region;
      region.name = key.name;
      region.paradigm = key.paradigm;
      region.role = key.role;
      region.file = key.module;
      region.description = key.build_id;
      if (key.paradigm == trace::Paradigm::mpi) region.file = "MPI";
      definitions_.regions.push_back(std::move(region));
    }
  }

  void add_system_nodes() {
    utsname system{};
    uname(&system);
    const trace::SystemNodeId machine(definitions_.system_nodes.size());
    definitions_.system_nodes.push_back({system.sysname, "machine", {}});
    for (const ProcessExtent& process : processes_)
      hosts_.emplace(process.identity.host, trace::SystemNodeId());
    for (auto& [host, node] : hosts_) {
      node = trace::SystemNodeId(definitions_.system_nodes.size());
      definitions_.system_nodes.push_back({host, "node", machine});
    }
    for (const ProcessExtent& process : processes_) {
      uint32_t& cores = definitions_.system_nodes[hosts_.at(process.identity.host).index()].cores;
      cores = std::max(cores, process.identity.cores);
    }
  }

  void add_processes() {
    for (const ProcessExtent& process : processes_) {
      const trace::LocationGroupId group(definitions_.location_groups.size());
      const ProcessIdentity& identity = process.identity;
      const std::string name = identity.world_rank ? "MPI Rank " + std::to_string(*identity.world_rank)
                                                   : "Process " + std::to_string(identity.pid);
      definitions_.location_groups.push_back(
          {name, trace::LocationGroupKind::process, hosts_.at(identity.host), identity.unrecorded_cpu_time});
      main_threads_.push_back(trace::LocationId(definitions_.locations.size()));
      for (size_t thread = 0; thread < process.threads.size(); ++thread) {
        definitions_.locations.push_back({thread == 0 ? "Master thread" : "Thread " + std::to_string(thread),
                                          trace::LocationKind::cpu_thread, group,
                                          process.threads[thread].events,
                                          otf2::location_reference(process.number, thread)});
      }
    }
  }

  // First, because the ids in the events are positions among the sources.
  void add_sources() {
    for (const SourcesKey& sources : shared_.sources) {
      trace::Group group;
      const auto comm = shared_.comms.find(sources.comm_unique_id);
      for (const uint32_t rank : sources.ranks) {
        if (comm == shared_.comms.end() || rank >= comm->second.world_ranks.size()) continue;
        add_member(group, comm->second.world_ranks[rank]);
      }
      definitions_.groups.push_back(std::move(group));
    }
  }

  void add_communicators() {
    for (const auto& [unique_id, comm] : shared_.comms) {
      trace::Communicator communicator;
      communicator.name = comm.name;
      communicator.kind = comm.kind;
      communicator.parent = position<trace::CommId>(shared_.comms, comm.parent_unique_id);
      if (comm.kind != trace::CommKind::self) communicator.group = group_of(comm.world_ranks);
      if (comm.kind == trace::CommKind::inter) communicator.remote_group = group_of(comm.remote_world_ranks);
      const bool predefined = unique_id < kFirstMadeUniqueId;
      if (predefined && comm.kind == trace::CommKind::intra)
        definitions_.world = trace::CommId(definitions_.communicators.size());
      definitions_.communicators.push_back(std::move(communicator));
    }
  }

  void add_windows() {
    for (const auto& [unique_id, window] : shared_.windows) {
      definitions_.windows.push_back(
          {window.name, position<trace::CommId>(shared_.comms, window.comm_unique_id)});
    }
  }

  trace::GroupId group_of(const std::vector<uint32_t>& world_ranks) {
    const auto [known, added] = groups_.emplace(world_ranks, trace::GroupId(definitions_.groups.size()));
    if (added) {
      trace::Group group;
      for (const uint32_t rank : world_ranks) add_member(group, rank);
      definitions_.groups.push_back(std::move(group));
    }
    return known->second;
  }

  void add_member(trace::Group& group, uint32_t world_rank) const {
    if (world_rank < main_threads_.size()) group.members.push_back(main_threads_[world_rank]);
  }

  void set_clock() {
    otf2::LocationExtent all;
    for (const ProcessExtent& process : processes_) {
      for (const otf2::LocationExtent& thread : process.threads) {
        all.first = std::min(all.first, thread.first);
        all.last = std::max(all.last, thread.last);
      }
    }
    if (all.first > all.last) return;
    definitions_.global_offset = static_cast<uint64_t>(all.first.count);
    definitions_.length = static_cast<uint64_t>((all.last - all.first).count);
  }

  const SharedDefinitions& shared_;
  const std::vector<ProcessExtent>& processes_;
  std::map<std::string, trace::SystemNodeId> hosts_;
  std::vector<trace::LocationId> main_threads_;  // by process
  std::map<std::vector<uint32_t>, trace::GroupId> groups_;
  trace::Definitions definitions_;
};

}  // namespace

trace::Definitions archive_definitions(const SharedDefinitions& shared,
                                       const std::vector<ProcessExtent>& processes) {
  trace::Definitions definitions = ArchiveDefinitions(shared, processes).make();
  definitions.properties[std::string(trace::kOneClockPerNode.name)] = "1";  // clock.h
  definitions.properties[std::string(trace::kCommunicatorsRecorded.name)] = "1";
  definitions.partial = !std::ranges::all_of(
      processes, [](const ProcessExtent& process) { return process.identity.ended.has_value(); });
  return definitions;
}

}  // namespace latecomer::record
