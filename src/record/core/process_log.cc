// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/process_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <utility>

#include "base/file_content.h"
#include "record/core/bytes.h"
#include "record/core/recording_format.h"
#include "record/core/write_signals.h"

// Behind the header, an entry is its size in bytes, its kind, and the fields of the definition.
namespace latecomer::record {

namespace {

enum class Entry : uint8_t {
  identity,
  region,
  comm,
  comm_name,
  window,
  window_name,
  file,
  handle,
  sources,
  clock_offset,
  module,
  stopped,
  unsampled_thread,
  thread
};

// Its size and its kind.
std::array<std::byte, sizeof(uint64_t) + sizeof(Entry)> entry_without_fields(Entry kind) noexcept {
  std::array<std::byte, sizeof(uint64_t) + sizeof(Entry)> entry{};
  const uint64_t size = sizeof(Entry);
  std::memcpy(entry.data(), &size, sizeof size);
  entry.back() = static_cast<std::byte>(kind);
  return entry;
}

template <class Definition>
std::vector<std::byte> entry_of(Entry kind, const Definition& definition) {
  ByteWriter entry;
  entry.put(kind);
  entry.put(definition);
  ByteWriter with_size;
  with_size.put(entry.bytes());
  return with_size.bytes();
}

void rename(ProcessDefinitions& process, CommName name) {
  if (name.comm.index() < process.comms.size()) process.comms[name.comm.index()].name = std::move(name.name);
}

void rename(ProcessDefinitions& process, WindowName name) {
  if (name.window.index() < process.windows.size())
    process.windows[name.window.index()].name = std::move(name.name);
}

void take_entry(ByteReader entry, ProcessDefinitions& process) {
  switch (entry.get<Entry>()) {
    case Entry::identity:
      process.identity = entry.get<ProcessIdentity>();
      break;
    case Entry::region:
      process.regions.push_back(entry.get<RegionKey>());
      break;
    case Entry::comm:
      process.comms.push_back(entry.get<CommDefinition>());
      break;
    case Entry::comm_name:
      rename(process, entry.get<CommName>());
      break;
    case Entry::window:
      process.windows.push_back(entry.get<WindowDefinition>());
      break;
    case Entry::window_name:
      rename(process, entry.get<WindowName>());
      break;
    case Entry::file:
      process.files.push_back(entry.get<FileKey>());
      break;
    case Entry::handle:
      process.handles.push_back(entry.get<HandleDefinition>());
      break;
    case Entry::sources:
      process.sources.push_back(entry.get<SourcesKey>());
      break;
    case Entry::clock_offset:
      process.clock_offsets.push_back(entry.get<trace::ClockOffset>());
      break;
    case Entry::module:
      process.modules.push_back(entry.get<CodeModule>());
      break;
    case Entry::stopped:
      process.stopped = true;
      break;
    case Entry::unsampled_thread:
      ++process.unsampled_threads;
      break;
    case Entry::thread:
      process.threads.push_back(entry.get<ThreadKey>());
      break;
  }
}

}  // namespace

Status ProcessLog::open(const std::string& path, const FilePlace& place) {
  path_ = path;
  room_ = place.room;
  TRY(KeptFile file, KeptFile::create(path, place.directory, O_APPEND));
  file_.emplace(std::move(file));
  const FileHeader header{.file = RecordingFile::definitions};
  const std::span<const std::byte> start = std::as_bytes(std::span(&header, 1));
  pending_.insert(pending_.begin(), start.begin(), start.end());
  return write(std::exchange(pending_, {}));
}

Status ProcessLog::write(const std::vector<std::byte>& bytes) {
  if (!file_) {
    pending_.insert(pending_.end(), bytes.begin(), bytes.end());
    return {};
  }
  if (room_ != nullptr && !room_->take_all(bytes.size(), RecordingFile::definitions))
    return Error{path_ + ": " + std::strerror(EFBIG)};
  if (append(bytes)) return {};
  return Error{path_ + ": " + std::strerror(errno)};
}

bool ProcessLog::append(std::span<const std::byte> bytes) noexcept {
  const WriteSignalsBlocked blocked;
  return file_->with_descriptor([&](int file) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written == static_cast<ssize_t>(bytes.size())) return true;
    const int problem = written < 0 ? errno : ENOSPC;
    const off_t end = written > 0 ? lseek(file, 0, SEEK_CUR) : 0;
    if (end > written && ftruncate(file, end - written) != 0) errno = 0;
    errno = problem;
    return false;
  });
}

Status ProcessLog::identity(const ProcessIdentity& identity) {
  return write(entry_of(Entry::identity, identity));
}
Status ProcessLog::region(const RegionKey& region) {
  return write(entry_of(Entry::region, region));
}
Status ProcessLog::comm(const CommDefinition& comm) {
  return write(entry_of(Entry::comm, comm));
}
Status ProcessLog::comm_name(const CommName& name) {
  return write(entry_of(Entry::comm_name, name));
}
Status ProcessLog::window(const WindowDefinition& window) {
  return write(entry_of(Entry::window, window));
}
Status ProcessLog::window_name(const WindowName& name) {
  return write(entry_of(Entry::window_name, name));
}
Status ProcessLog::file(const FileKey& file) {
  return write(entry_of(Entry::file, file));
}
Status ProcessLog::handle(const HandleDefinition& handle) {
  return write(entry_of(Entry::handle, handle));
}
Status ProcessLog::sources(const SourcesKey& sources) {
  return write(entry_of(Entry::sources, sources));
}
Status ProcessLog::clock_offset(const trace::ClockOffset& offset) {
  return write(entry_of(Entry::clock_offset, offset));
}
Status ProcessLog::module(const CodeModule& module) {
  return write(entry_of(Entry::module, module));
}
Status ProcessLog::thread(const ThreadKey& thread) {
  return write(entry_of(Entry::thread, thread));
}

Status ProcessLog::unsampled_thread() {
  const auto entry = entry_without_fields(Entry::unsampled_thread);
  return write(std::vector(entry.begin(), entry.end()));
}

// Without memory from the heap, since that may be what has run out.
void ProcessLog::stopped() noexcept {
  if (file_ && !append(entry_without_fields(Entry::stopped))) errno = 0;
}

Result<ProcessDefinitions> read_process_log(const std::string& path) {
  TRY(const std::string content, file_content(path));
  const std::span<const std::byte> bytes = std::as_bytes(std::span(content.data(), content.size()));
  ProcessDefinitions process;
  TRY(const bool begun, has_header(path, bytes, RecordingFile::definitions));
  if (!begun) return process;
  ByteReader entries(bytes.subspan(sizeof(FileHeader)));
  while (!entries.at_end()) {
    const uint64_t size = entries.get<uint64_t>();
    const std::span<const std::byte> entry = entries.get_bytes(size);
    if (!entries.ok()) break;
    take_entry(ByteReader(entry), process);
  }
  return process;
}

}  // namespace latecomer::record
