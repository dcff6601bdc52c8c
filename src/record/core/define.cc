// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/define.h"

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "record/core/own_stack.h"
#include "record/core/process_state.h"
#include "record/core/recorded_part.h"
#include "record/core/recorder.h"
#include "record/core/recording_files.h"
#include "record/core/trouble.h"
#include "trace/code_address.h"

namespace latecomer::record {

Status open_process_log() {
  TRY(process->directory,
      make_process_directory(process->archive, process->identity.host, process->identity.pid));
  TRY(KeptFile directory, KeptFile::open_directory(process->directory));
  process->directory_file.emplace(std::move(directory));
  return {};
}

void define_module(const CodeModule& module) {
  const std::scoped_lock lock(process->mutex);
  process->known_modules.push_back(module);
  require(process->log.module(module));
}

trace::RegionId add_region(const RegionKey& region) {
  require(process->log.region(region));
  return trace::RegionId(process->regions++);
}

namespace {

// Beyond so many phases, those with other numbers share a region: each is a definition, and in the analysis
// a call path.
constexpr uint32_t kMostPhases = 10'000;

RegionKey key_of_phase(std::string_view name, int64_t number) {
  return {std::string(name) + " " + std::to_string(number), trace::Paradigm::user, trace::RegionRole::phase};
}

}  // namespace

trace::RegionId find_marked(std::string_view name, std::optional<int64_t> number) {
  const std::scoped_lock lock(process->mutex);
  const auto id_of = [](const RegionKey& key) {
    const auto known = process->marked_regions.find(key);
    return known == process->marked_regions.end() ? trace::RegionId() : known->second;
  };
  const trace::RegionId phase = number ? id_of(key_of_phase(name, *number)) : trace::RegionId();
  return phase.valid() ? phase : id_of({std::string(name), trace::Paradigm::user, trace::RegionRole::code});
}

trace::RegionId find_or_add_marked(std::string_view name, std::optional<int64_t> number) {
  const std::scoped_lock lock(process->mutex);
  RegionKey key{std::string(name), trace::Paradigm::user, trace::RegionRole::code};
  if (number) {
    RegionKey phase = key_of_phase(name, *number);
    if (process->phases < kMostPhases || process->marked_regions.contains(phase)) key = std::move(phase);
  }
  const auto [known, is_new] = process->marked_regions.try_emplace(std::move(key));
  if (is_new) {
    known->second = add_region(known->first);
    if (known->first.role == trace::RegionRole::phase) ++process->phases;
  }
  return known->second;
}

trace::RegionId define_function(const void* function) {
  const std::optional<ModuleAddress> address =
      process->modules.find_or_add(reinterpret_cast<uintptr_t>(function));
  if (!address) return {};  // made while the program runs
  const std::scoped_lock lock(process->mutex);
  const auto [known, is_new] = process->functions.try_emplace(*address);
  if (!is_new) return known->second;
  const CodeModule& module = process->known_modules[address->module.index()];
  const trace::CodeAddress code{module.path, module.build_id, address->address};
  if (process->filter && process->filter->excludes(code)) return {};
  return known->second = add_region({trace::name_of(code), trace::Paradigm::compiler,
                                     trace::RegionRole::function, code.module, code.build_id, code.offset});
}

namespace {

// Calls `write` with the mutex, which returns an id or nothing, unless nothing is recorded any more.
template <class Write>
auto define(Write&& write) noexcept -> decltype(write()) {
  if (!is_on()) return decltype(write())();
  return on_own_stack([&] {
    const std::scoped_lock lock(process->mutex);
    return write();
  });
}

}  // namespace

trace::RegionId define_region(std::string_view name, trace::Paradigm paradigm,
                              trace::RegionRole role) noexcept {
  return define([&] { return add_region({std::string(name), paradigm, role}); });
}

trace::CommId define_comm(const CommDefinition& comm) noexcept {
  return define([&] {
    require(process->log.comm(comm));
    return trace::CommId(process->comms++);
  });
}

void name_comm(trace::CommId comm, std::string_view name) noexcept {
  define([&] { require(process->log.comm_name({comm, std::string(name)})); });
}

trace::CommId team_at(size_t depth) noexcept {
  return define([&] {
    std::vector<uint32_t>& teams = this_thread.files->teams;
    while (teams.size() <= depth) teams.push_back(process->teams++);
    return trace::CommId(teams[depth]);
  });
}

trace::WindowId define_window(const WindowDefinition& window) noexcept {
  return define([&] {
    require(process->log.window(window));
    return trace::WindowId(process->windows++);
  });
}

void name_window(trace::WindowId window, std::string_view name) noexcept {
  define([&] { require(process->log.window_name({window, std::string(name)})); });
}

namespace {

// The caller holds the process's mutex.
trace::IoFileId find_or_add_file(const FileKey& file) {
  const auto [known, is_new] = process->file_ids.try_emplace(file, trace::IoFileId(process->file_ids.size()));
  if (is_new) require(process->log.file(file));
  return known->second;
}

}  // namespace

trace::IoFileId define_file(const FileKey& file) noexcept {
  return define([&] { return find_or_add_file(file); });
}

trace::IoHandleId define_handle(const HandleDefinition& handle) noexcept {
  return define([&] {
    find_or_add_file(handle.file);
    require(process->log.handle(handle));
    return trace::IoHandleId(process->handles++);
  });
}

trace::GroupId define_sources(uint64_t comm_unique_id, std::span<const uint32_t> ranks) noexcept {
  return define([&] {
    require(process->log.sources({comm_unique_id, {ranks.begin(), ranks.end()}}));
    return trace::GroupId(process->sources++);
  });
}

void clock_offset(const trace::ClockOffset& offset) noexcept {
  define([&] { require(process->log.clock_offset(offset)); });
}

uint32_t choose_archive(bool spawned) noexcept {
  if (process == nullptr) return 1;
  return on_own_stack([&] { return claim_archive(process->archive, spawned); });
}

void joined_world(uint32_t world_rank, uint32_t world_size, bool spawned, uint32_t archive) noexcept {
  if (process == nullptr) return;
  on_own_stack([&] {
    const std::scoped_lock lock(process->mutex);
    ProcessIdentity& identity = process->identity;
    identity.world_rank = world_rank;
    identity.world_size = world_size;
    identity.archive = archive_name(spawned, archive);
    process->world_archive = archive_path(process->archive, identity.archive);
    if (is_on()) require(process->log.identity(identity));
  });
  begin_part(world_rank);
}

}  // namespace latecomer::record
