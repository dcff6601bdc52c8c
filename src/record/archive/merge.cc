// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/archive/merge.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/c_library.h"
#include "base/mpi_libraries.h"
#include "base/openmp_libraries.h"
#include "record/core/bytes.h"

namespace latecomer::record {

namespace {

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

// Members can have opened the same file by different names, too.
void merge_file(HandleDefinition& into, const HandleDefinition& other) {
  into.file = std::min(into.file, other.file);
}

void merge_comm(CommDefinition& into, CommDefinition&& other) {
  if (into.kind == trace::CommKind::inter) {
    merge_groups(into, other);
  } else if (into.world_ranks.empty()) {
    into.world_ranks = std::move(other.world_ranks);
    into.grid = std::move(other.grid);
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
  shared.files.insert(process.files.begin(), process.files.end());
  for (const HandleDefinition& handle : process.handles) {
    const auto [known, added] = shared.handles.emplace(handle.unique_id, handle);
    if (!added) merge_file(known->second, handle);
  }
  shared.sources.insert(process.sources.begin(), process.sources.end());
  for (const std::vector<StackNode>& stacks : process.stacks)
    shared.stacks.merge(StackTree(process.modules, stacks));
  return shared;
}

void merge(SharedDefinitions& into, SharedDefinitions other) {
  into.regions.merge(other.regions);
  into.files.merge(other.files);
  into.handles.merge(other.handles);
  for (const auto& [unique_id, handle] : other.handles) merge_file(into.handles.at(unique_id), handle);
  into.sources.merge(other.sources);
  into.stacks.merge(other.stacks);
  into.comms.merge(other.comms);
  for (auto& [unique_id, comm] : other.comms) merge_comm(into.comms.at(unique_id), std::move(comm));
  into.windows.merge(other.windows);
  for (auto& [unique_id, window] : other.windows)
    merge_name(into.windows.at(unique_id).name, std::move(window.name));
}

SharedDefinitions keys_of(const SharedDefinitions& shared) {
  SharedDefinitions keys{shared.regions, {},           shared.windows, shared.files, shared.handles,
                         shared.sources, shared.stacks};
  for (const auto& [unique_id, comm] : shared.comms) {
    keys.comms.emplace_hint(keys.comms.end(), unique_id, keys_of(comm));
  }
  return keys;
}

/// Puts the values of a map, as those of a list.
void put_values(ByteWriter& bytes, const auto& map) {
  bytes.put(static_cast<uint64_t>(map.size()));
  for (const auto& [key, value] : map) bytes.put(value);
}

std::vector<std::byte> pack(const SharedDefinitions& shared) {
  ByteWriter bytes;
  bytes.put(shared.regions);
  put_values(bytes, shared.comms);
  put_values(bytes, shared.windows);
  bytes.put(shared.files);
  put_values(bytes, shared.handles);
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
  shared.files = bytes.get<std::set<FileKey>>();
  for (HandleDefinition& handle : bytes.get<std::vector<HandleDefinition>>())
    shared.handles.emplace_hint(shared.handles.end(), handle.unique_id, std::move(handle));
  shared.sources = bytes.get<std::set<SourcesKey>>();
  shared.stacks = bytes.get<StackTree>();
  return shared;
}

namespace {

// By StackId of a thread. MPI's procedures for Fortran call those for C: it is the program that calls both.
// And what is sampled in functions of the recorder, or of the runtime of OpenMP, or in those of the C library
// that these call, is the program's that called them.
std::vector<trace::CallingContextId> callers_in_program(const StackTree& tree,
                                                        const ProcessDefinitions& process,
                                                        const std::vector<StackNode>& stacks) {
  std::vector<trace::CallingContextId> callers = tree.positions_of(process.modules, stacks);
  std::vector<bool> is_inside(stacks.size());  // such a library, or what it calls of the C library
  for (size_t i = 0; i < stacks.size(); ++i) {
    const size_t module = stacks[i].call.module.index();
    const StackId caller = stacks[i].caller;
    if (module >= process.modules.size()) continue;
    const std::string& path = process.modules[module].path;
    const bool is_called_inside = caller.valid() && is_inside[caller.index()];
    is_inside[i] =
        is_ompt_library(path) || is_recorder_module(path) || (is_called_inside && is_c_library(path));
    if (!is_inside[i] && !is_mpi_library(path)) continue;
    callers[i] = caller.valid() ? callers[caller.index()] : trace::CallingContextId();
  }
  return callers;
}

bool is_of_thread(trace::EventKind kind) {
  using enum trace::EventKind;
  return kind == thread_create || kind == thread_begin || kind == thread_end || kind == thread_wait;
}

bool is_of_team(trace::EventKind kind) {
  return kind == trace::EventKind::team_begin || kind == trace::EventKind::team_end;
}

}  // namespace

bool creates_threads(const SharedDefinitions& shared) {
  return std::ranges::any_of(shared.regions, [](const RegionKey& region) {
    return region.role == trace::RegionRole::thread_create;
  });
}

IdTranslation translation(const ProcessDefinitions& process, uint32_t number, uint32_t processes,
                          const SharedDefinitions& shared) {
  const auto regions = positions<trace::RegionId>(shared.regions, [](const RegionKey& key) { return key; });
  const auto comms = positions<trace::CommId>(shared.comms, [](const auto& entry) { return entry.first; });
  const auto windows =
      positions<trace::WindowId>(shared.windows, [](const auto& entry) { return entry.first; });
  const auto files = positions<trace::IoFileId>(shared.files, [](const FileKey& key) { return key; });
  const auto handles =
      positions<trace::IoHandleId>(shared.handles, [](const auto& entry) { return entry.first; });
  const auto sources = positions<trace::GroupId>(shared.sources, [](const SourcesKey& key) { return key; });
  IdTranslation ids;
  for (const RegionKey& region : process.regions) ids.regions.push_back(regions.at(region));
  for (const CommDefinition& comm : process.comms) ids.comms.push_back(comms.at(comm.unique_id));
  for (const WindowDefinition& window : process.windows) ids.windows.push_back(windows.at(window.unique_id));
  for (const FileKey& file : process.files) ids.files.push_back(files.at(file));
  for (const HandleDefinition& handle : process.handles) ids.handles.push_back(handles.at(handle.unique_id));
  for (const SourcesKey& group : process.sources) ids.sources.push_back(sources.at(group));
  for (const std::vector<StackNode>& stacks : process.stacks)
    ids.stacks.push_back(callers_in_program(shared.stacks, process, stacks));
  const size_t before_teams = shared.comms.size() + (creates_threads(shared) ? processes : 0);
  if (creates_threads(shared)) ids.threads = trace::CommId(shared.comms.size() + number);
  ids.first_team = trace::CommId(before_teams + number);
  ids.team_step = processes;
  return ids;
}

trace::CommId IdTranslation::comm_of(const trace::Event& event) const {
  if (is_of_thread(event.kind)) return threads;
  if (is_of_team(event.kind)) return trace::CommId(first_team.index() + event.comm.index() * team_step);
  return lookup(comms, event.comm);
}

trace::Event IdTranslation::operator()(trace::Event event, size_t thread) const {
  event.region = lookup(regions, event.region);
  event.comm = comm_of(event);
  event.window = lookup(windows, event.window);
  event.io_file = lookup(files, event.io_file);
  event.io_handle = lookup(handles, event.io_handle);
  event.sources = lookup(sources, event.sources);
  const size_t stack = event.calling_context.index();
  const bool known = thread < stacks.size() && stack < stacks[thread].size();
  event.calling_context = known ? stacks[thread][stack] : trace::CallingContextId();
  return event;
}

}  // namespace latecomer::record
