// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <pthread.h>
#include <time.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/ticks.h"
#include "record/core/define.h"
#include "record/core/definitions.h"
#include "record/core/function_filter.h"
#include "record/core/growing_file.h"
#include "record/core/loaded_modules.h"
#include "record/core/process_log.h"
#include "record/core/thread_state.h"

namespace latecomer::record {

/// Holds the process's definitions and files.
struct Process {
  std::string archive;
  std::string directory;                   // empty until the first event
  std::optional<KeptFile> directory_file;  // none until then
  std::string world_archive;               // the archive of this process's world; empty until it is known
  Ticks loaded;
  uint64_t stolen_before = 0;  // as stolen_time() says, when it was loaded
  uint64_t unique_number = 0;  // drawn: hosts and numbers of processes are the same in several namespaces
  bool records_all = false;    // the whole process, not from its first call of MPI on
  std::mutex mutex;            // for all below
  ProcessIdentity identity;    // as far as it is known
  ProcessLog log;
  uint32_t regions = 0;
  std::map<RegionKey, trace::RegionId> marked_regions;  // by the program
  uint32_t phases = 0;                                  // of them
  std::vector<CodeModule> known_modules;                // by ModuleId
  std::map<ModuleAddress, trace::RegionId> functions;   // invalid: not recorded
  std::optional<FunctionFilter> filter;                 // none: all functions are recorded
  Ticks fold;                                           // shorter functions are part of their callers
  Ticks polling_gap;  // between two tests that are one call, at most; 0: each is one
  uint32_t comms = 0;
  uint32_t teams = 0;
  uint32_t windows = 0;
  std::map<FileKey, trace::IoFileId> file_ids;
  uint32_t handles = 0;
  uint32_t sources = 0;
  uint32_t thread_logs = 0;
  uint32_t count_files = 0;
  std::vector<std::unique_ptr<ThreadFiles>> free_files;  // of threads that have ended; the next threads go on
  const ThreadFiles* first_thread = nullptr;
  std::vector<clockid_t> thread_clocks;  // the processor time of each thread that records
  uint64_t ended_threads_time = 0;       // of those that have ended, in nanoseconds
  trace::RegionId program;
  trace::RegionId off;  // stands for time without recording; defined when it is first switched off
  std::vector<Ticks> switch_times;  // off, on, off, ...
  pthread_key_t at_thread_exit{};
  std::optional<RoomForFiles> room;  // none: as much as there is on the disk
  bool records_local_calls = false;  // each, and does not only count them
  bool mpi_only = false;             // no functions, and not what threads do with each other
  size_t stack_depth = 0;            // 0: no stacks are recorded
  unsigned samples_per_second = 0;   // 0: none are taken
  std::unique_ptr<ThreadSamples> first_thread_samples;  // until that thread has files
  SampleTimer first_thread_timer;
  CoreSwitches main_core_switches;       // of the thread that loaded the library, until it has files
  LoadedModules modules{define_module};  // define.h
};

/// Is made when the library is loaded with an archive to write, and never destroyed, because threads may
/// outlive main.
extern Process* process;

/// Returns where the process's threads make their files.
inline FilePlace place_of_files() {
  return {&*process->directory_file, process->room ? &*process->room : nullptr};
}

/// Makes `process` if there is an archive to write: when the library is loaded, or earlier, if a library
/// whose constructor runs before calls MPI there.
void start_if_asked() noexcept;

/// Counts how often the program has switched recording off and on: it is odd while recording is off.
inline std::atomic<uint32_t> switches{0};

}  // namespace latecomer::record
