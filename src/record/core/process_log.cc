// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/process_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "record/core/bytes.h"
#include "record/core/packing.h"

// An entry is its size in bytes, its kind, and the fields in the order in which they are put and taken below.
namespace latecomer::record {

namespace {

enum class Entry : uint8_t {
  identity,
  joined_world,
  unrecorded_cpu_time,
  region,
  comm,
  comm_name,
  sources,
  clock_offset,
  module
};

// The entry with its size in front.
std::vector<std::byte> framed(const ByteWriter& entry) {
  ByteWriter frame;
  frame.put(entry.bytes());
  return frame.bytes();
}

ByteWriter entry_of(Entry kind) {
  ByteWriter entry;
  entry.put(kind);
  return entry;
}

SourcesKey take_local_sources(ByteReader& entry, const ProcessDefinitions& process) {
  const trace::CommId comm = entry.get<trace::CommId>();
  SourcesKey sources;
  if (comm.index() < process.comms.size()) sources.comm_unique_id = process.comms[comm.index()].unique_id;
  sources.ranks = entry.get_vector<uint32_t>();
  return sources;
}

void take_entry(ByteReader entry, ProcessDefinitions& process) {
  switch (entry.get<Entry>()) {
    case Entry::identity:
      process.identity.host = entry.get_string();
      process.identity.pid = entry.get<uint64_t>();
      process.identity.cores = entry.get<uint32_t>();
      break;
    case Entry::joined_world:
      process.identity.world_rank = entry.get<uint32_t>();
      process.identity.world_size = entry.get<uint32_t>();
      process.identity.archive = entry.get_string();
      break;
    case Entry::unrecorded_cpu_time:
      process.identity.unrecorded_cpu_time = entry.get<uint64_t>();
      break;
    case Entry::region:
      process.regions.push_back(take_region(entry));
      break;
    case Entry::comm:
      process.comms.push_back(take_comm(entry));
      break;
    case Entry::comm_name:
      if (const trace::CommId comm = entry.get<trace::CommId>(); comm.index() < process.comms.size()) {
        process.comms[comm.index()].name = entry.get_string();
      }
      break;
    case Entry::sources:
      process.sources.push_back(take_local_sources(entry, process));
      break;
    case Entry::clock_offset:
      process.clock_offsets.push_back(entry.get<trace::ClockOffset>());
      break;
    case Entry::module:
      process.modules.push_back(take_module(entry));
      break;
  }
}

}  // namespace

ProcessLog::~ProcessLog() {
  if (file_ >= 0) close(file_);
}

Status ProcessLog::open(const std::string& path) {
  path_ = path;
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (file_ < 0) return Error{path + ": " + std::strerror(errno)};
  return append(std::exchange(pending_, {}));
}

Status ProcessLog::append(std::span<const std::byte> entry) {
  if (file_ < 0) {
    pending_.insert(pending_.end(), entry.begin(), entry.end());
    return {};
  }
  const ssize_t written = write(file_, entry.data(), entry.size());
  if (written == static_cast<ssize_t>(entry.size())) return {};
  return Error{path_ + ": " + std::strerror(written < 0 ? errno : ENOSPC)};
}

Status ProcessLog::identity(std::string_view host, uint64_t pid, uint32_t cores) {
  ByteWriter entry = entry_of(Entry::identity);
  entry.put(host);
  entry.put(pid);
  entry.put(cores);
  return append(framed(entry));
}

Status ProcessLog::joined_world(uint32_t rank, uint32_t size, std::string_view archive) {
  ByteWriter entry = entry_of(Entry::joined_world);
  entry.put(rank);
  entry.put(size);
  entry.put(archive);
  return append(framed(entry));
}

Status ProcessLog::unrecorded_cpu_time(uint64_t nanoseconds) {
  ByteWriter entry = entry_of(Entry::unrecorded_cpu_time);
  entry.put(nanoseconds);
  return append(framed(entry));
}

Status ProcessLog::region(const RegionKey& region) {
  ByteWriter entry = entry_of(Entry::region);
  put(entry, region);
  return append(framed(entry));
}

Status ProcessLog::comm(const CommDefinition& comm) {
  ByteWriter entry = entry_of(Entry::comm);
  put(entry, comm);
  return append(framed(entry));
}

Status ProcessLog::comm_name(trace::CommId comm, std::string_view name) {
  ByteWriter entry = entry_of(Entry::comm_name);
  entry.put(comm);
  entry.put(name);
  return append(framed(entry));
}

Status ProcessLog::sources(trace::CommId comm, std::span<const uint32_t> ranks) {
  ByteWriter entry = entry_of(Entry::sources);
  entry.put(comm);
  entry.put(std::vector<uint32_t>(ranks.begin(), ranks.end()));
  return append(framed(entry));
}

Status ProcessLog::clock_offset(const trace::ClockOffset& offset) {
  ByteWriter entry = entry_of(Entry::clock_offset);
  entry.put(offset);
  return append(framed(entry));
}

Status ProcessLog::module(const CodeModule& module) {
  ByteWriter entry = entry_of(Entry::module);
  put(entry, module);
  return append(framed(entry));
}

Result<ProcessDefinitions> read_process_log(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path + ": " + std::strerror(errno)};
  const std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  ByteReader entries(std::as_bytes(std::span(content.data(), content.size())));
  ProcessDefinitions process;
  while (!entries.at_end()) {
    const uint64_t size = entries.get<uint64_t>();
    const std::span<const std::byte> entry = entries.get_bytes(size);
    if (!entries.ok()) break;
    take_entry(ByteReader(entry), process);
  }
  return process;
}

}  // namespace latecomer::record
