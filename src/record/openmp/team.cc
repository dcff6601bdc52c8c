// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The members of a team, while the program runs.
//
// The problem: the runtime lets a worker know that a team has ended when it has other work for it: with the
// next team, or when the program ends. Its barrier at the end of a team would seem to last until then, and
// would not be there at all in the recording of a program that was killed.
//
// The idea: the leader leaves the barrier when all have come to it. From then on the workers do nothing, so
// that the leader can write to their files what it knows of them: that the barrier, and their work, is over.
//
//     leader:  fork begin parallel ...... barrier~~~|leave leave end, and the workers' ... join
//     worker:       begin parallel .. barrier~~~~~~~|leave leave end      (nothing)        begin parallel
//
// Cost: some stores for each member.

#include "record/openmp/team.h"

#include <algorithm>

#include "record/core/open_regions.h"
#include "record/core/process_state.h"
#include "record/core/recorder.h"
#include "record/core/threads.h"
#include "record/openmp/regions.h"

namespace latecomer::record::openmp {

namespace {

trace::Event team_event(trace::EventKind kind, const Team& team) {
  trace::Event event;
  event.kind = kind;
  event.comm = team.number;
  return event;
}

// While recording is off, its region is around nothing that ends here.
void end_member(const Team& team, const Member& member, Ticks now) noexcept {
  ThreadFiles& files = *member.thread->files;
  ThreadLog& log = *files.events;
  const bool is_off = member.thread->log == nullptr;
  const Ticks time = std::max(now, log.last_time());
  if (is_off) require_room(log.append_leave(process->off, time));
  leave_open_regions(files, member.open, time);
  if (member.is_stored) require_room(log.append(team_event(trace::EventKind::team_end, team), time));
  if (is_off) require_room(log.append_enter(process->off, {}, time));
}

}  // namespace

void begin_member(Team& team, size_t index) {
  const bool leads = index == 0;
  if (!leads) begin_computation(now());  // it was idle
  team.members[index] = {&this_thread, this_thread.files->open.size(), storing()};
  record(team_event(trace::EventKind::team_begin, team), now());
  begin_open_region(region_of(Construct::parallel), leads ? team.stack : trace::CallingContextId(), nullptr);
}

void end_members(const Team& team, Ticks time) noexcept {
  for (const Member& member : team.members) {
    if (member.thread != nullptr && member.thread->files != nullptr) end_member(team, member, time);
  }
}

}  // namespace latecomer::record::openmp
