// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/file_calls.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "record/core/process_state.h"
#include "record/core/recorder.h"
#include "record/core/threads.h"
#include "record/core/trouble.h"

namespace latecomer::record {

namespace {

// Handles of this process, which are used again, since each is a definition.
struct OwnFiles {
  std::mutex mutex;
  std::map<std::string, std::vector<trace::IoHandleId>> closed;  // by name
  std::map<trace::IoHandleId, std::string> open;
  uint64_t made = 0;
};

// Never destroyed: threads may still use files while the process exits.
OwnFiles& own_files() {
  static OwnFiles* const files = new OwnFiles;
  return *files;
}

trace::IoHandleId new_handle(std::string_view name, uint64_t number) {
  const std::string unique = std::to_string(process->unique_number) + " " + std::to_string(number);
  return define_handle({std::hash<std::string>()(unique), 0, {std::string(name), process->identity.host}});
}

}  // namespace

bool begin_file_call(trace::RegionId region, const void* caller, bool starts_threads, Ticks& begin) noexcept {
  if (!recording()) return false;
  if (this_thread.files == nullptr && starts_threads) begin_thread();
  if (this_thread.files == nullptr || !this_thread.between_calls) return false;
  const trace::CallingContextId stack = stack_at(caller);
  begin = now();
  record_enter(region, stack, begin);
  return true;
}

trace::IoHandleId open_own_file(std::string_view name) noexcept {
  return harmless([&] {
    OwnFiles& files = own_files();
    const std::scoped_lock lock(files.mutex);
    std::vector<trace::IoHandleId>& closed = files.closed[std::string(name)];
    trace::IoHandleId handle;
    if (closed.empty()) {
      handle = new_handle(name, files.made++);
    } else {
      handle = closed.back();
      closed.pop_back();
    }
    if (handle.valid()) files.open[handle] = name;
    return handle;
  });
}

void close_own_file(trace::IoHandleId handle) noexcept {
  harmless([&] {
    OwnFiles& files = own_files();
    const std::scoped_lock lock(files.mutex);
    const auto open = files.open.find(handle);
    if (open == files.open.end()) return;
    files.closed[open->second].push_back(handle);
    files.open.erase(open);
  });
}

}  // namespace latecomer::record
