// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/archive/archive_definitions.h"

#include <sys/utsname.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "base/file_content.h"
#include "record/core/bytes.h"
#include "record/core/recording_files.h"
#include "record/core/recording_format.h"
#include "trace/archive_properties.h"

namespace latecomer::record {

namespace {

// Where `key` stands in an ordered table.
template <class Id, class Table, class Key>
Id position(const Table& table, const Key& key) {
  const auto found = table.find(key);
  return found == table.end() ? Id() : Id(static_cast<size_t>(std::distance(table.begin(), found)));
}

// Fills the archive's definitions table by table.
class DefinitionsMaker {
 public:
  DefinitionsMaker(const SharedDefinitions& shared, const std::vector<ProcessExtent>& processes)
      : shared_(shared), processes_(processes) {}

  ArchiveDefinitions make(const CodeAt& code_at) {
    add_regions();
    add_system_nodes();
    add_processes();
    add_sources();
    add_communicators();
    if (creates_threads(shared_)) add_threads();
    add_teams();
    add_topologies();
    add_windows();
    add_files();
    set_clock();
    definitions_.meant = add_code(shared_, code_at, definitions_);
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
    machine_ = trace::SystemNodeId(definitions_.system_nodes.size());
    definitions_.system_nodes.push_back({system.sysname, "machine", {}});
    for (const ProcessExtent& process : processes_) nodes_.emplace(node_of(process), trace::SystemNodeId());
    for (auto& [key, node] : nodes_) {
      node = trace::SystemNodeId(definitions_.system_nodes.size());
      definitions_.system_nodes.push_back({key.first, "node", machine_});
    }
    for (const ProcessExtent& process : processes_) {
      trace::SystemNode& node = definitions_.system_nodes[nodes_.at(node_of(process)).index()];
      node.cores = std::max(node.cores, process.identity.cores);
      if (node.boot_id.empty()) node.boot_id = process.identity.boot_id;
    }
  }

  void add_processes() {
    for (const ProcessExtent& process : processes_) {
      const trace::LocationGroupId group(definitions_.location_groups.size());
      const ProcessIdentity& identity = process.identity;
      const std::string name = identity.world_rank ? "MPI Rank " + std::to_string(*identity.world_rank)
                                                   : "Process " + std::to_string(process.number);
      definitions_.location_groups.push_back(
          {name, trace::LocationGroupKind::process, nodes_.at(node_of(process)), identity.unrecorded_cpu_time,
           process.counted, process.unsampled_threads, identity.stolen_time});
      first_locations_.push_back(trace::LocationId(definitions_.locations.size()));
      for (size_t thread = 0; thread < process.threads.size(); ++thread) {
        definitions_.locations.push_back(
            {thread == 0 ? "Master thread" : "Thread " + std::to_string(thread),
             trace::LocationKind::cpu_thread, group, process.threads[thread].events,
             otf2::location_reference(process.number, thread), static_cast<uint32_t>(identity.pid)});
        if (thread < process.thread_ids.size())
          definitions_.locations.back().thread_ids = process.thread_ids[thread];
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

  // Communicators that are made from one with a grid may have the same, which is one topology.
  void add_topologies() {
    std::set<std::pair<trace::GroupId, std::vector<GridDimension>>> known;
    trace::CommId id(0);
    for (const auto& [unique_id, comm] : shared_.comms) {
      const trace::GroupId group = definitions_.communicators[id.index()].group;
      if (!comm.grid.empty() && known.emplace(group, comm.grid).second) add_topology(comm, id);
      id = trace::CommId(id.index() + 1);
    }
  }

  void add_topology(const CommDefinition& comm, trace::CommId id) {
    trace::CartTopology topology;
    const std::string number = std::to_string(definitions_.topologies.size() + 1);
    topology.name = comm.name.empty() ? "MPI Cartesian topology " + number : comm.name;
    topology.comm = id;
    size_t places = 1;
    for (const GridDimension& dimension : comm.grid) {
      const std::string nth = std::to_string(topology.dimensions.size());
      topology.dimensions.push_back({"dimension " + nth, dimension.size, dimension.periodic});
      places *= dimension.size;
    }
    const trace::GroupId group = definitions_.communicators[id.index()].group;
    topology.locations = definitions_.groups[group.index()].members;
    if (topology.locations.size() != places) return;  // who lists the members was killed
    for (size_t rank = 0; rank < topology.locations.size(); ++rank) add_position(rank, comm.grid, topology);
    definitions_.topologies.push_back(std::move(topology));
  }

  static void add_position(size_t rank, const std::vector<GridDimension>& grid,
                           trace::CartTopology& topology) {
    size_t places = topology.locations.size();
    for (const GridDimension& dimension : grid) {
      places /= dimension.size;
      topology.coordinates.push_back(static_cast<uint32_t>(rank / places));
      rank %= places;
    }
  }

  void add_threads() {
    for (size_t process = 0; process < processes_.size(); ++process) {
      std::vector<uint32_t> all(processes_[process].threads.size());
      std::iota(all.begin(), all.end(), 0U);
      add_threads_of(process, trace::CommKind::threads, "Threads", all);
    }
  }

  // As IdTranslation numbers them: the first of each process, then the second of each. A process that has
  // none of that number has one without members.
  void add_teams() {
    size_t most = 0;
    for (const ProcessExtent& process : processes_) most = std::max(most, process.teams.size());
    for (size_t team = 0; team < most; ++team) {
      const std::string name = "Team " + std::to_string(team);
      for (size_t process = 0; process < processes_.size(); ++process) {
        const std::vector<std::vector<uint32_t>>& teams = processes_[process].teams;
        add_threads_of(process, trace::CommKind::team, name,
                       team < teams.size() ? teams[team] : std::vector<uint32_t>());
      }
    }
  }

  void add_threads_of(size_t process, trace::CommKind kind, const std::string& what,
                      const std::vector<uint32_t>& threads) {
    trace::Communicator comm;
    comm.name = what + " of " + definitions_.location_groups[process].name;
    comm.kind = kind;
    comm.group = trace::GroupId(definitions_.groups.size());
    trace::Group& group = definitions_.groups.emplace_back();
    for (const uint32_t thread : threads)
      group.members.emplace_back(first_locations_[process].index() + thread);
    definitions_.communicators.push_back(std::move(comm));
  }

  void add_files() {
    for (const FileKey& file : shared_.files) {
      const auto node = nodes_.lower_bound({file.host, 0});
      const bool is_known = node != nodes_.end() && node->first.first == file.host;
      definitions_.io_files.push_back({file.name, is_known ? node->second : machine_});
    }
    for (const auto& [unique_id, handle] : shared_.handles) {
      const bool by_mpi = handle.comm_unique_id != 0;
      definitions_.io_handles.push_back({position<trace::IoFileId>(shared_.files, handle.file),
                                         by_mpi ? trace::IoParadigm::mpi : trace::IoParadigm::posix,
                                         position<trace::CommId>(shared_.comms, handle.comm_unique_id)});
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
    if (world_rank < first_locations_.size()) group.members.push_back(first_locations_[world_rank]);
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
  trace::SystemNodeId machine_;
  // The host's name and its clock: processes of one node share that, and several can be called the same.
  using NodeKey = std::pair<std::string, uint64_t>;
  static NodeKey node_of(const ProcessExtent& process) {
    return {process.identity.host, process.identity.clock};
  }
  std::map<NodeKey, trace::SystemNodeId> nodes_;
  std::vector<trace::LocationId> first_locations_;  // by process
  std::map<std::vector<uint32_t>, trace::GroupId> groups_;
  ArchiveDefinitions definitions_;
};

}  // namespace

ArchiveDefinitions archive_definitions(const SharedDefinitions& shared,
                                       const std::vector<ProcessExtent>& processes, const CodeAt& code_at) {
  ArchiveDefinitions definitions = DefinitionsMaker(shared, processes).make(code_at);
  definitions.properties.insert_or_assign(std::string(trace::kOneClockPerNode.name), "1");  // clock.h
  definitions.properties.insert_or_assign(std::string(trace::kCommunicatorsRecorded.name), "1");
  definitions.properties.insert_or_assign(std::string(trace::kCollectiveBytesRecorded.name), "1");
  definitions.partial = !std::ranges::all_of(
      processes, [](const ProcessExtent& process) { return process.identity.ended.has_value(); });
  return definitions;
}

std::vector<std::byte> pack(const SharedDefinitions& shared, const std::vector<ProcessExtent>& processes) {
  ByteWriter bytes;
  bytes.put(FileHeader{.file = RecordingFile::shared_definitions});
  bytes.put(pack(shared));
  bytes.put(processes);
  return bytes.bytes();
}

Result<ArchiveDefinitions> lacking_definitions(const std::string& archive, const CodeAt& code_at) {
  const std::string file = shared_definitions_file(archive);
  TRY(const std::string content, file_content(file));
  const std::span<const std::byte> all = std::as_bytes(std::span(content));
  TRY(const bool begun, has_header(file, all, RecordingFile::shared_definitions));
  ByteReader bytes(all.subspan(begun ? sizeof(FileHeader) : 0));
  const SharedDefinitions shared = unpack_shared(bytes.get<std::vector<std::byte>>());
  const auto processes = bytes.get<std::vector<ProcessExtent>>();
  if (!begun || !bytes.ok()) return Error{file + ": is damaged"};
  return archive_definitions(shared, processes, code_at);
}

}  // namespace latecomer::record
