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

/// Returns the time of the clock of all events, CLOCK_MONOTONIC in nanoseconds.
Ticks now() noexcept;

/// Returns true while the recorder has to know what the calling thread calls: outside of wrappers (an MPI
/// library that calls its own public functions must not be recorded twice). It does so also while the program
/// has switched recording off: communicators and the like have to be known when it goes on.
bool recording() noexcept;

/// Switches recording off or on, for all threads. While it is off, no event is stored: the log of each thread
/// has one region instead, from the switch to the next. Calls are recorded whole or not at all, as recording
/// was on or off when they began. `frame` is as for begin_marked.
void switch_recording(bool on, const void* frame) noexcept;
/// Returns true in a call of the calling thread that is stored: recording was on when it began.
bool storing() noexcept;

/// Reports what helpers of a wrapper threw, once, and switches the recorder off. It is called in a catch
/// block.
void helper_failed() noexcept;

/// Makes the calling thread the program's first one, which is sampled from here on. The thread has no file
/// until it, or another thread, begins, or the program ends.
void begin_program() noexcept;
/// Makes the calling thread a location from here on, also if no event of it follows.
void begin_thread() noexcept;
/// Returns whether the calling thread is a location, so that threads that it creates are. Without MPI, the
/// thread becomes one.
bool creates_thread() noexcept;
/// Notes that the program has created the calling thread, at `created`; its `number` is from 1. It is a
/// location from begin_thread or its first call of a wrapper on. This touches only the thread's own memory.
void this_thread_was_created(uint64_t number, Ticks created) noexcept;

/// Keeps the sample timer's signal handler in front of glibc's, which glibc installs with the first thread
/// that anybody creates. It is called when a thread was created.
void stay_in_front_of_glibc() noexcept;

/// Marks the calling thread as a worker: it works in teams that others lead, and runs nothing of the program
/// outside of them. It is called before anything of the thread is recorded.
void begin_worker() noexcept;
/// Returns the number, in this process, of the teams that the calling thread leads while it is in `depth`
/// others. A thread that follows it in its files leads the same teams.
trace::CommId team_at(size_t depth) noexcept;

/// Returns whether the calling thread is a location, which a created thread becomes here, and runs the
/// program's own code, in no recorded call.
bool between_calls() noexcept;
/// Returns whether the calling thread is the process's first, works in a team, or was created by the program:
/// a library's own thread can become a location, too, by a handler of the program that runs in it.
bool is_thread_of_program() noexcept;

/// Keeps the calling thread from recording for the life of the object. Wrappers hold one around the real
/// call.
class RecursionGuard {
 public:
  RecursionGuard() noexcept;
  ~RecursionGuard() noexcept;
  RecursionGuard(const RecursionGuard&) = delete;
  RecursionGuard& operator=(const RecursionGuard&) = delete;
};

/// Returns the call stack at the call of a wrapper, for record_enter; `caller` is the wrapper's
/// __builtin_return_address(0). The id is invalid if that is nullptr, or if stacks are not recorded. It is
/// called before the call's first look at the clock, since it stores the thread's samples.
trace::CallingContextId stack_at(const void* caller) noexcept;

/// Forgets what is known of addresses of code. It is called before and after a library is unloaded.
void unloading_modules() noexcept;

/// Makes each recorded call look whether libraries were unloaded, because not every call of dlclose comes to
/// the recorder.
void watch_unloading() noexcept;

/// Appends one event to the calling thread's mapped file, with `time` in place of its own: a few plain
/// stores. The thread's file is made at its first event. Times are of now(), and do not decrease.
void record(const trace::Event& event, Ticks time) noexcept;
/// Appends an event that ends a computation and begins the next one, without a call: a piece of the trace
/// ends there, and how long the thread did not run is said of each piece.
void record_between_calls(const trace::Event& event, Ticks time) noexcept;
/// Appends the end of what began while recording was on, also while it is off.
void record_even_if_off(const trace::Event& event, Ticks time) noexcept;
/// Records an event of a thread that is between_calls(): begin_beside_calls returns when it happens, and
/// takes no time; end_beside_calls stores it, after what must not wait for that.
Ticks begin_beside_calls() noexcept;
void end_beside_calls(const trace::Event& event, Ticks time) noexcept;
/// These functions record the `enter` and the `leave` of a call, which are the most of all events.
void record_enter(trace::RegionId region, trace::CallingContextId stack, Ticks time) noexcept;
void record_leave(trace::RegionId region, Ticks time) noexcept;

/// Begins a test or probe that does not wait, in the calling thread, called from `caller`; `tested` is a
/// number that stands for what it tests. If the test goes on with the thread's polling run, which is one
/// call, that call is entered again and the test's time is returned; otherwise record_enter has to follow.
std::optional<Ticks> begin_test(trace::RegionId region, const void* caller, uint64_t tested) noexcept;
/// Marks the open test as unsuccessful. Returns whether to store its events: a polling run has them already.
bool mark_test_unsuccessful() noexcept;
/// Returns whether the calling thread's last event is of an unsuccessful test: what it sleeps until the next
/// one is a part of that polling run, and no call of its own.
bool may_be_polling() noexcept;
/// Notes that the thread slept for so long since that test.
void slept_since_test(Ticks time) noexcept;
/// Returns whether the open test goes on with a polling run, so that it counts as waiting.
bool is_polling() noexcept;

/// These functions begin and end, in the calling thread, a part of the program that the program marks: a
/// phase if it has a number, 10,000 of them at most. `caller` is as for stack_at. The end of a part also ends
/// the parts within it; that of one that did not begin does nothing. `frame` is the canonical frame address
/// (__builtin_dwarf_cfa) of the function that the program calls for it: it shows which calls the program has
/// left without a return.
void begin_marked(std::string_view name, std::optional<int64_t> number, const void* caller,
                  const void* frame) noexcept;
void end_marked(std::string_view name, std::optional<int64_t> number, const void* frame) noexcept;

/// These functions begin and end an instrumented function in the calling thread, by its address in memory.
/// Functions that `record --filter` excludes are not stored, and those that `--fold` folds belong to their
/// callers. The end of one also ends what began within it; that of one that did not begin is nothing.
void enter_function(const void* function, const void* frame) noexcept;
void leave_function(const void* function, const void* frame) noexcept;

/// Writes what `call` waits for into `room`, and returns how many events these are: 0 if there is not room
/// for all. It may be called in a signal handler of the thread, at any time in which the real function runs:
/// it allocates nothing, and takes no lock that anybody may hold (but tries, and gives up).
using DescribePending = size_t (*)(const void* call, std::span<trace::Event> room) noexcept;
/// Says that the calling thread's open call may wait from here on; `describe(call, room)` says for what, by
/// `most` events. These are in the recording only if the program dies before the thread's next event: few are
/// written at once, many when the call has taken long.
void may_wait(DescribePending describe, const void* call, size_t most) noexcept;
/// Ends what may_wait began: the real function has returned.
void waits_no_longer() noexcept;

/// These functions define objects, in any thread, and write them to a file at once: they outlive a crash.
trace::RegionId define_region(std::string_view name, trace::Paradigm paradigm,
                              trace::RegionRole role) noexcept;

inline constexpr uint64_t kFirstMadeUniqueId = uint64_t{1} << 32;

/// Describes how far a Cartesian grid of processes goes in one direction.
struct GridDimension {
  uint32_t size = 0;
  bool periodic = false;

  static auto fields(auto& self) { return std::tie(self.size, self.periodic); }
  friend auto operator<=>(const GridDimension&, const GridDimension&) = default;
};

/// Describes a communicator as one of its members knows it. All members define the same `unique_id`; only the
/// member with rank 0 in the group has to list the members and the grid, so that the memory over all
/// processes is O(members).
struct CommDefinition {
  /// Is the same on all members, different from all others, and greater than the parent's. Only the
  /// predefined communicators have ids below kFirstMadeUniqueId.
  uint64_t unique_id = 0;
  std::string name;
  trace::CommKind kind = trace::CommKind::intra;
  std::vector<uint32_t> world_ranks;         ///< Lists the (first) group by rank; may be empty for ranks > 0.
  std::vector<uint32_t> remote_world_ranks;  ///< Lists the other group of an intercommunicator.
  uint64_t parent_unique_id = 0;             ///< Is the parent's unique id; 0 where there is none.
  std::vector<GridDimension>
      grid;  ///< Gives the grid in which the ranks stand, the last dimension's coordinate running fastest.

  static auto fields(auto& self) {
    return std::tie(self.unique_id, self.name, self.kind, self.world_ranks, self.remote_world_ranks,
                    self.parent_unique_id, self.grid);
  }
};
trace::CommId define_comm(const CommDefinition& comm) noexcept;
void name_comm(trace::CommId comm, std::string_view name) noexcept;

/// Describes a window as one of its members knows it. All members define the same `unique_id`, different from
/// all other windows'.
struct WindowDefinition {
  uint64_t unique_id = 0;
  uint64_t comm_unique_id = 0;  ///< Identifies the communicator from which the window was made.
  std::string name;

  static auto fields(auto& self) { return std::tie(self.unique_id, self.comm_unique_id, self.name); }
};
trace::WindowId define_window(const WindowDefinition& window) noexcept;
void name_window(trace::WindowId window, std::string_view name) noexcept;

/// Identifies a file by its name; on a host of that name or, without one, the same for all processes.
struct FileKey {
  std::string name;
  std::string host;

  static auto fields(auto& self) { return std::tie(self.name, self.host); }
  friend auto operator<=>(const FileKey&, const FileKey&) = default;
};
trace::IoFileId define_file(const FileKey& file) noexcept;

/// Describes a file from its opening to its closing. All processes that open it together define the same
/// `unique_id`, different from all other handles'.
struct HandleDefinition {
  uint64_t unique_id = 0;
  uint64_t comm_unique_id = 0;  ///< Identifies the opening communicator; 0: not opened by MPI.
  FileKey file;

  static auto fields(auto& self) { return std::tie(self.unique_id, self.comm_unique_id, self.file); }
};
trace::IoHandleId define_handle(const HandleDefinition& handle) noexcept;

/// Defines a group of a communicator's members by rank, for Event::sources.
trace::GroupId define_sources(uint64_t comm_unique_id, std::span<const uint32_t> ranks) noexcept;

/// Returns a number for a request or message handle, unique in this process, from 1.
uint64_t next_request() noexcept;

/// Returns the number of the archive of a new MPI_COMM_WORLD, each of which has one of its own; rank 0 calls
/// it. The first gets the directory that is recorded to, and number 1; those that are started after it (a
/// script can start several) and those that MPI_Comm_spawn starts are counted from 2.
uint32_t choose_archive(bool spawned) noexcept;

/// Says which rank the process has; the wrapper of MPI_Init calls it. Until then the process is known by host
/// and pid. `archive` is as rank 0 chose it.
void joined_world(uint32_t world_rank, uint32_t world_size, bool spawned, uint32_t archive) noexcept;

/// Says whether the program ends in the regular way if it does so without MPI_Finalize.
void may_end(bool may) noexcept;

/// Stores the offset of this process's clock to rank 0's, as the wrappers of Init and Finalize measured it.
void clock_offset(const trace::ClockOffset& offset) noexcept;

/// Connects the processes of the program at MPI_Finalize. The wrappers implement it over PMPI.
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
/// writes its own threads' events. It is called inside MPI_Finalize, after its last event, before
/// PMPI_Finalize. The mapped files are removed when the archive is complete.
void write_archive(ProcessGroup& processes) noexcept;

}  // namespace latecomer::record
