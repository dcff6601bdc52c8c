// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/ticks.h"
#include "trace/definitions.h"
#include "trace/event.h"

// What the wrappers (src/record/mpi) call while the program runs. The ids of regions, communicators, windows
// and groups are this process's own: positions in what it has defined so far. Nothing here throws, calls MPI,
// prints to the program's streams or changes errno; on trouble the recorder says so once on standard error
// and switches itself off.
namespace latecomer::record {

/// The clock of all events: CLOCK_MONOTONIC in nanoseconds.
Ticks now() noexcept;

/// True while the recorder has to know what the calling thread calls: it is not inside a wrapper already (an
/// MPI library that calls its own public functions must not be recorded twice). Also while the program has
/// switched recording off: communicators and the like have to be known when it goes on.
bool recording() noexcept;

/// Switches recording off or on, for all threads. While it is off, what `record` and its kin are given is
/// lost: in the log of each thread there is a region instead, from the switch to the next. Calls are recorded
/// whole or not at all: it counts whether recording was on when they began. `frame`: see begin_marked.
void switch_recording(bool on, const void* frame) noexcept;
/// True in a call of the calling thread that is stored: recording was on when it began.
bool storing() noexcept;

/// In a catch block around helpers of the wrappers: says what was thrown, once, and switches the recorder
/// off.
void helper_failed() noexcept;

/// The calling thread is the program's first, and sampled from here on. It has no file until it, or another
/// thread, begins, or the program ends.
void begin_program() noexcept;
/// The calling thread is a location from here on, also if no event of it follows.
void begin_thread() noexcept;
/// Whether the calling thread is a location, so that threads that it creates are. Without MPI, it is one from
/// here on.
bool creates_thread() noexcept;
/// The program has created the calling thread, at `created`; its number is from 1. It is a location from
/// begin_thread or from its first call of a wrapper on. This touches only the thread's own memory.
void this_thread_was_created(uint64_t number, Ticks created) noexcept;

/// To be called when a thread was created, by anybody: with the first one glibc installs a signal handler of
/// its own, and samples go on only in front of that.
void stay_in_front_of_glibc() noexcept;

/// The calling thread works in teams of others, and runs nothing of the program outside of them. To be called
/// before anything of it is recorded.
void begin_worker() noexcept;
/// The number in this process of the teams that the calling thread leads while it is in `depth` others. One
/// that follows it in its files leads the same.
trace::CommId team_at(size_t depth) noexcept;

/// Whether the calling thread is a location, which one that was created is from here on, and runs the
/// program's own code, in no recorded call.
bool between_calls() noexcept;

/// Keeps the calling thread from recording for the life of the object. Wrappers hold one around the real
/// call.
class RecursionGuard {
 public:
  RecursionGuard() noexcept;
  ~RecursionGuard() noexcept;
  RecursionGuard(const RecursionGuard&) = delete;
  RecursionGuard& operator=(const RecursionGuard&) = delete;
};

/// The call stack at the call of a wrapper, for record_enter; `caller` is the wrapper's
/// __builtin_return_address(0). Invalid if that is nullptr, or if stacks are not recorded. To be called
/// before the call's first look at the clock: samples of the thread are stored here.
trace::CallingContextId stack_at(const void* caller) noexcept;

/// To be called before and after a library is unloaded.
void unloading_modules() noexcept;

/// Appends one event to the calling thread's mapped file, with `time` in place of its own: a few plain
/// stores. The thread's file is made at its first event. Times are of now(), and do not decrease.
void record(const trace::Event& event, Ticks time) noexcept;
/// Also while recording is off: the end of what began while it was on.
void record_even_if_off(const trace::Event& event, Ticks time) noexcept;
/// An event of a thread that is between_calls(): the first says when it happens, and takes no time; the
/// second stores it, after what must not wait for that.
Ticks begin_beside_calls() noexcept;
void end_beside_calls(const trace::Event& event, Ticks time) noexcept;
/// `enter` and `leave` of a call, which are the most of all events.
void record_enter(trace::RegionId region, trace::CallingContextId stack, Ticks time) noexcept;
void record_leave(trace::RegionId region, Ticks time) noexcept;

/// A test or probe that does not wait begins in the calling thread, called from `caller`; `tested` is a
/// number that stands for what it tests. If it goes on with the thread's polling run, which is one call, that
/// is entered again and the test's time is returned; otherwise record_enter has to follow.
std::optional<Ticks> begin_test(trace::RegionId region, const void* caller, uint64_t tested) noexcept;
/// The open test is in vain. True if its events are to be stored: a polling run has them already.
bool tested_in_vain() noexcept;
/// Whether the open test goes on with a polling run: then it counts as waiting.
bool is_polling() noexcept;

/// A part of the program that the program marks begins, or ends, in the calling thread: a phase if it has a
/// number, 10,000 of them at most. `caller` is as for stack_at. With an end that is not that of the
/// innermost, those within it end, too; one that did not begin is nothing. `frame` is the canonical frame
/// address of the function that the program calls for it (__builtin_dwarf_cfa), here and below: it shows
/// which calls the program has left without a return.
void begin_marked(std::string_view name, std::optional<int64_t> number, const void* caller,
                  const void* frame) noexcept;
void end_marked(std::string_view name, std::optional<int64_t> number, const void* frame) noexcept;

/// A function that its compiler has instrumented begins, or ends, in the calling thread; by its address in
/// memory. Not stored are functions that `record --filter` excludes, and those that `record --fold` folds
/// into their callers. Its end ends what began within it; that of one that did not begin is nothing.
void enter_function(const void* function, const void* frame) noexcept;
void leave_function(const void* function, const void* frame) noexcept;

/// Writes what `call` waits for into `room`, and returns how many events these are; none if there is not room
/// for all. It may be called in a signal handler of the thread, at any time in which the real function runs:
/// it allocates nothing, and takes no lock that anybody may hold (but tries, and gives up).
using DescribePending = size_t (*)(const void* call, std::span<trace::Event> room) noexcept;
/// The calling thread's open call may wait from here on; `describe(call, room)` says for what, by `most`
/// events. That is in the recording only if the program dies before the thread's next event. Where it is
/// little, it is written at once, else when the call has taken long.
void may_wait(DescribePending describe, const void* call, size_t most) noexcept;
/// The real function has returned.
void waits_no_longer() noexcept;

/// Definitions. Thread-safe; written to the process's own file at once, so that they outlive a crash.
trace::RegionId define_region(std::string_view name, trace::Paradigm paradigm,
                              trace::RegionRole role) noexcept;

inline constexpr uint64_t kFirstMadeUniqueId = uint64_t{1} << 32;

/// How far a Cartesian grid of processes goes in one direction.
struct GridDimension {
  uint32_t size = 0;
  bool periodic = false;

  static auto fields(auto& self) { return std::tie(self.size, self.periodic); }
  friend auto operator<=>(const GridDimension&, const GridDimension&) = default;
};

/// A communicator as one of its members knows it. All members define the same `unique_id`; only the member
/// with rank 0 in the group has to list the members and the grid, so that the memory over all processes is
/// O(members).
struct CommDefinition {
  /// The same on all members, different from all others, and greater than the parent's. Only the predefined
  /// ones have ids below kFirstMadeUniqueId.
  uint64_t unique_id = 0;
  std::string name;
  trace::CommKind kind = trace::CommKind::intra;
  std::vector<uint32_t>
      world_ranks;  ///< by rank in the (for intercommunicators: first) group; may be empty, see above
  std::vector<uint32_t> remote_world_ranks;  ///< intercommunicators: the other group
  uint64_t parent_unique_id = 0;             ///< 0: none
  std::vector<GridDimension>
      grid;  ///< where the ranks stand, the last dimension's coordinate running fastest

  static auto fields(auto& self) {
    return std::tie(self.unique_id, self.name, self.kind, self.world_ranks, self.remote_world_ranks,
                    self.parent_unique_id, self.grid);
  }
};
trace::CommId define_comm(const CommDefinition& comm) noexcept;
void name_comm(trace::CommId comm, std::string_view name) noexcept;

/// A window as one of its members knows it. All members define the same `unique_id`, different from all other
/// windows'.
struct WindowDefinition {
  uint64_t unique_id = 0;
  uint64_t comm_unique_id = 0;  ///< the communicator that it was made from
  std::string name;

  static auto fields(auto& self) { return std::tie(self.unique_id, self.comm_unique_id, self.name); }
};
trace::WindowId define_window(const WindowDefinition& window) noexcept;
void name_window(trace::WindowId window, std::string_view name) noexcept;

/// A file by its name; on a host of that name or, without one, the same for all processes.
struct FileKey {
  std::string name;
  std::string host;

  static auto fields(auto& self) { return std::tie(self.name, self.host); }
  friend auto operator<=>(const FileKey&, const FileKey&) = default;
};
trace::IoFileId define_file(const FileKey& file) noexcept;

/// A file from its opening to its closing. All processes that open it together define the same `unique_id`,
/// different from all other handles'.
struct HandleDefinition {
  uint64_t unique_id = 0;
  uint64_t comm_unique_id = 0;  ///< of those who open it; 0: this process alone, not by MPI
  FileKey file;

  static auto fields(auto& self) { return std::tie(self.unique_id, self.comm_unique_id, self.file); }
};
trace::IoHandleId define_handle(const HandleDefinition& handle) noexcept;

/// Members of a communicator by rank, for Event::sources.
trace::GroupId define_sources(uint64_t comm_unique_id, std::span<const uint32_t> ranks) noexcept;

/// A unique number for a request or message handle of this process, from 1.
uint64_t next_request() noexcept;

/// Each MPI_COMM_WORLD has an archive of its own. The first gets the directory that is recorded to, and
/// number 1; those that are started after it (a script can start several) and those that MPI_Comm_spawn
/// starts are counted from 2. To be called by rank 0 of a new world.
uint32_t choose_archive(bool spawned) noexcept;

/// Called by the wrapper of MPI_Init once the ranks are known; until then the process is known by host and
/// pid. `archive` as rank 0 chose it.
void joined_world(uint32_t world_rank, uint32_t world_size, bool spawned, uint32_t archive) noexcept;

/// Whether it is in the regular way if the program ends without MPI_Finalize.
void may_end(bool may) noexcept;

/// This process's clock against rank 0's, as measured by the wrappers of Init and Finalize.
void clock_offset(const trace::ClockOffset& offset) noexcept;

/// How the processes of the program reach each other at MPI_Finalize. Implemented over PMPI by the wrappers.
class ProcessGroup {
 public:
  virtual ~ProcessGroup() = default;
  virtual uint32_t rank() const = 0;
  virtual uint32_t size() const = 0;
  virtual void send(uint32_t to, std::span<const std::byte> bytes) = 0;
  virtual std::vector<std::byte> receive(uint32_t from) = 0;
  virtual void barrier() = 0;
};

/// Turns what all processes recorded into the OTF2 archive: definitions are merged over a tree, each process
/// writes its own threads' events. Called inside MPI_Finalize, after its last event, before PMPI_Finalize.
/// The mapped files are removed when the archive is complete.
void write_archive(ProcessGroup& processes) noexcept;

}  // namespace latecomer::record
