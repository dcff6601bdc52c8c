// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/trace_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "trace/region_names.h"

namespace latecomer::trace {

/// Is the "rank" of locations behind those of all processes.
constexpr uint32_t kCauses = UINT32_MAX;

TraceBuilder::TraceBuilder() {
  definitions_.ticks_per_second = 1'000'000;
  definitions_.system_nodes.push_back({"machine", "machine", SystemNodeId()});
  // The world's ranks are known when all threads are: `build` fills them in.
  definitions_.world = add_communicator(
      "world", {"MPI_COMM_WORLD", CommKind::intra, add_unnamed_group(std::vector<ThreadName>()), {}, {}});
  add_communicator("self", {"MPI_COMM_SELF", CommKind::self, {}, {}, {}});
}

void TraceBuilder::set_property(std::string_view name, std::string_view value) {
  definitions_.properties[std::string(name)] = std::string(value);
}

void TraceBuilder::on_node(const std::string& name) {
  const auto [entry, is_new] = node_by_name_.try_emplace(name, definitions_.system_nodes.size());
  if (is_new) definitions_.system_nodes.push_back({name, "node", SystemNodeId(0)});
  node_ = entry->second;
}

TraceBuilder::Thread TraceBuilder::thread(uint32_t rank, uint32_t number) {
  return location(rank, number, LocationKind::cpu_thread);
}

TraceBuilder::Thread TraceBuilder::stream(uint32_t rank, uint32_t number) {
  return location(rank, number, LocationKind::gpu);
}

TraceBuilder::Thread TraceBuilder::location(uint32_t rank, uint32_t number, LocationKind kind) {
  const auto [entry, is_new] = thread_by_number_.try_emplace({rank, number}, threads_.size());
  if (is_new) {
    if (!node_.valid()) on_node("node");
    threads_.push_back({rank, number, kind, "", node_, LocationId(), {}, {}});
  }
  return entry->second;
}

TraceBuilder::Thread TraceBuilder::add_cause(std::string name) {
  const Thread added = location(kCauses, static_cast<uint32_t>(threads_.size()), LocationKind::metric);
  threads_[added].name = std::move(name);
  return added;
}

RegionId TraceBuilder::region(const std::string& name) {
  const auto [entry, is_new] = region_by_name_.try_emplace(name, definitions_.regions.size());
  if (is_new) definitions_.regions.push_back(region_from_name(name));
  return entry->second;
}

GroupId TraceBuilder::add_unnamed_group(const std::vector<uint32_t>& ranks) {
  std::vector<ThreadName> main_threads;
  for (const uint32_t rank : ranks) main_threads.emplace_back(rank, 0);
  return add_unnamed_group(std::move(main_threads));
}

GroupId TraceBuilder::add_unnamed_group(std::vector<ThreadName> threads) {
  members_of_group_.push_back(std::move(threads));
  return GroupId(members_of_group_.size() - 1);
}

CommId TraceBuilder::add_communicator(const std::string& name, Communicator communicator) {
  const CommId id(definitions_.communicators.size());
  const bool is_new = communicator_by_name_.try_emplace(name, id).second;
  CHECK(is_new);
  definitions_.communicators.push_back(std::move(communicator));
  return id;
}

CommId TraceBuilder::add_communicator(const std::string& name, std::vector<uint32_t> ranks) {
  return add_communicator(name, {name, CommKind::intra, add_unnamed_group(ranks), {}, world()});
}

CommId TraceBuilder::add_intercommunicator(const std::string& name, std::vector<uint32_t> ranks,
                                           std::vector<uint32_t> remote_ranks) {
  const GroupId group = add_unnamed_group(ranks);
  const GroupId remote_group = add_unnamed_group(remote_ranks);
  return add_communicator(name, {name, CommKind::inter, group, remote_group, world()});
}

GroupId TraceBuilder::add_group(const std::string& name, std::vector<uint32_t> ranks) {
  const GroupId id = add_unnamed_group(ranks);
  const bool is_new = group_by_name_.try_emplace(name, id).second;
  CHECK(is_new);
  return id;
}

CommId TraceBuilder::add_team(const std::string& name, std::vector<ThreadName> threads) {
  return add_communicator(name, {name, CommKind::team, add_unnamed_group(std::move(threads)), {}, {}});
}

WindowId TraceBuilder::add_window(const std::string& name, CommId comm) {
  const WindowId id(definitions_.windows.size());
  const bool is_new = window_by_name_.try_emplace(name, id).second;
  CHECK(is_new);
  definitions_.windows.push_back({name, comm});
  return id;
}

IoHandleId TraceBuilder::add_file(const std::string& name, CommId comm) {
  const IoHandleId id(definitions_.io_handles.size());
  const bool is_new = file_by_name_.try_emplace(name, id).second;
  CHECK(is_new);
  definitions_.io_handles.push_back(
      {IoFileId(definitions_.io_files.size()), comm.valid() ? IoParadigm::mpi : IoParadigm::posix, comm});
  definitions_.io_files.push_back({name, SystemNodeId(0)});
  return id;
}

CommId TraceBuilder::find_communicator(const std::string& name) const {
  const auto found = communicator_by_name_.find(name);
  return found == communicator_by_name_.end() ? CommId() : found->second;
}

GroupId TraceBuilder::find_group(const std::string& name) const {
  const auto found = group_by_name_.find(name);
  return found == group_by_name_.end() ? GroupId() : found->second;
}

WindowId TraceBuilder::find_window(const std::string& name) const {
  const auto found = window_by_name_.find(name);
  return found == window_by_name_.end() ? WindowId() : found->second;
}

IoHandleId TraceBuilder::find_io_handle(const std::string& name) const {
  const auto found = file_by_name_.find(name);
  return found == file_by_name_.end() ? IoHandleId() : found->second;
}

IoFileId TraceBuilder::find_io_file(const std::string& name) const {
  const IoHandleId handle = find_io_handle(name);
  return handle.valid() ? definitions_.io_handles[handle.index()].file : IoFileId();
}

CallingContextId TraceBuilder::add_frame(const std::string& function, const SourceLocation& location,
                                         CallingContextId caller) {
  const auto [known, is_new] =
      source_locations_.try_emplace(location, SourceLocationId(definitions_.source_locations.size()));
  if (is_new) definitions_.source_locations.push_back(location);
  const RegionId of_function = region(function);
  const auto [frame, is_new_frame] = frames_.try_emplace(
      {of_function, known->second, caller}, CallingContextId(definitions_.calling_contexts.size()));
  if (is_new_frame) definitions_.calling_contexts.push_back({of_function, known->second, caller});
  return frame->second;
}

void TraceBuilder::name_stack(const std::string& name, CallingContextId innermost) {
  const bool is_new = stack_by_name_.try_emplace(name, innermost).second;
  CHECK(is_new);
}

CallingContextId TraceBuilder::find_stack(const std::string& name) const {
  const auto found = stack_by_name_.find(name);
  return found == stack_by_name_.end() ? CallingContextId() : found->second;
}

GroupId TraceBuilder::group_of(CommId comm) const {
  if (!comm.valid()) return {};
  const Communicator& communicator = definitions_.communicators[comm.index()];
  return communicator.kind == CommKind::inter ? GroupId() : communicator.group;
}

std::vector<LocationId> TraceBuilder::define_locations() {
  std::vector<LocationId> main_threads;
  LocationGroupId causes;
  for (const auto& [rank_and_number, thread] : thread_by_number_) {
    const auto [rank, number] = rank_and_number;
    ThreadContent& content = threads_[thread];
    const bool is_cause = rank == kCauses;
    if (is_cause && !causes.valid()) {
      causes = LocationGroupId(definitions_.location_groups.size());
      definitions_.location_groups.push_back({"operating system", LocationGroupKind::other, content.node});
    } else if (!is_cause && main_threads.size() != rank + size_t{1}) {
      main_threads.resize(rank + size_t{1});
      definitions_.location_groups.push_back(
          {fmt::format("MPI Rank {}", rank), LocationGroupKind::process, content.node});
    }
    const LocationId id(definitions_.locations.size());
    content.location = id;
    if (number == 0 && !is_cause) main_threads[rank] = id;
    const char* const what = content.kind == LocationKind::gpu ? "Stream" : "Thread";
    if (!is_cause) content.name = number == 0 ? "Master thread" : fmt::format("{} {}", what, number);
    definitions_.locations.push_back({content.name, content.kind,
                                      LocationGroupId(definitions_.location_groups.size() - 1),
                                      content.content.events.size(), id.index()});
  }
  return main_threads;
}

Status TraceBuilder::define_groups(size_t ranks) {
  std::vector<ThreadName>& world_members =
      members_of_group_[definitions_.communicators[world().index()].group.index()];
  world_members.clear();
  for (uint32_t rank = 0; rank < ranks; ++rank) world_members.emplace_back(rank, 0);
  for (const std::vector<ThreadName>& members : members_of_group_) {
    Group group;
    for (const ThreadName& member : members) {
      const auto found = thread_by_number_.find(member);
      if (found == thread_by_number_.end()) {
        const auto [rank, number] = member;
        const std::string thread = number == 0 ? "" : fmt::format(" thread {}", number);
        return Error{
            fmt::format("a communicator, team or group has rank {}{}, which does not exist", rank, thread)};
      }
      group.members.push_back(threads_[found->second].location);
    }
    definitions_.groups.push_back(std::move(group));
  }
  return {};
}

Result<std::unique_ptr<MemoryTrace>> TraceBuilder::build() && {
  if (threads_.empty()) return Error{"there is no rank"};
  const std::vector<LocationId> main_threads = define_locations();
  for (size_t rank = 0; rank < main_threads.size(); ++rank) {
    if (!main_threads[rank].valid()) return Error{fmt::format("rank {} is missing", rank)};
  }
  TRY_STATUS(define_groups(main_threads.size()));

  std::vector<MemoryTrace::LocationContent> contents;
  Ticks first = Ticks::max();
  Ticks last = Ticks::min();
  for (const auto& [rank_and_number, thread] : thread_by_number_) {
    for (const Event& event : threads_[thread].content.events) {
      first = std::min(first, event.time);
      last = std::max(last, event.time);
    }
    contents.push_back(std::move(threads_[thread].content));
    definitions_.clock_offsets.push_back(std::move(threads_[thread].clock_offsets));
  }
  if (first <= last) {
    definitions_.global_offset = static_cast<uint64_t>(first.count);
    definitions_.length = static_cast<uint64_t>((last - first).count);
  }
  return std::make_unique<MemoryTrace>(std::move(definitions_), std::move(contents));
}

}  // namespace latecomer::trace
