// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// When the work of threads in teams ends.
//
// The problem: the runtime of OpenMP lets a worker know that a team has ended when it has other work for it:
// with the next team, or when the program ends. So the worker cannot record when it was. The leader could, in
// the files of all; but each region would take longer then with each of its threads.
//
// The idea: a team ends for all its members at once, when the leader leaves the barrier at its end. So what
// the leader has recorded says it for the workers, too, and is added to their events when the archive is
// made:
//
//     leader:  fork begin parallel ...... barrier~~~| leave leave end  join
//     worker:       begin parallel .. barrier~~~~~~~|(leave leave end)        begin parallel
//
// All threads of a process have one clock, so the end of a worker's part is the leader's first one after its
// begin. Cost: the files are read twice, and an end takes O(log n).

#include "record/archive/recorded_teams.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "record/core/recording_files.h"
#include "record/core/thread_log.h"

namespace latecomer::record {

using trace::Event;
using trace::EventKind;

// Who begins a team after a fork leads it.
class RecordedTeams::Reader final : public trace::EventSink {
 public:
  Reader(RecordedTeams& teams, uint32_t thread) : teams_(teams), thread_(thread) {}

  void on_event(const Event& event) override {
    teams_.locks_.add(event);
    if (event.kind == EventKind::thread_fork) forks_ = true;
    if (event.kind == EventKind::team_begin) {
      Team& team = teams_.teams_[event.comm.value];
      if (!std::exchange(has_worked_, true)) teams_.first_members_[thread_] = event.member();
      std::exchange(forks_, false) ? void(team.leader = thread_) : void(team.workers.insert(thread_));
    }
    if (event.kind == EventKind::team_end) teams_.teams_[event.comm.value].ends.push_back(event.time);
  }

 private:
  RecordedTeams& teams_;
  uint32_t thread_;
  bool forks_ = false;
  bool has_worked_ = false;
};

Result<RecordedTeams> RecordedTeams::read(const std::string& process_directory) {
  RecordedTeams teams;
  const size_t threads = count_threads(process_directory);
  teams.first_members_.resize(threads);
  for (size_t thread = 0; thread < threads; ++thread) {
    Reader reader(teams, static_cast<uint32_t>(thread));
    TRY_STATUS(read_thread_log(thread_file(process_directory, thread), reader));
  }
  teams.locks_.settle();
  return teams;
}

// Only workers change places, among each other.
std::vector<uint32_t> RecordedTeams::threads_of_locations() const {
  std::vector<uint32_t> threads(first_members_.size());
  std::iota(threads.begin(), threads.end(), 0U);
  std::vector<uint32_t> workers;
  std::ranges::copy_if(threads, std::back_inserter(workers),
                       [&](uint32_t thread) { return first_members_[thread] != 0; });
  std::vector<uint32_t> in_order = workers;
  std::ranges::stable_sort(in_order, {}, [&](uint32_t thread) { return first_members_[thread]; });
  for (size_t i = 0; i < workers.size(); ++i) threads[workers[i]] = in_order[i];
  return threads;
}

std::vector<std::vector<uint32_t>> RecordedTeams::members() const {
  std::vector<uint32_t> location_of(first_members_.size());
  for (uint32_t location = 0; const uint32_t thread : threads_of_locations())
    location_of[thread] = location++;
  std::vector<std::vector<uint32_t>> result;
  for (const auto& [number, team] : teams_) {
    result.resize(number + 1);
    if (!team.leader) continue;
    std::vector<uint32_t>& members = result.back();
    members.push_back(location_of[*team.leader]);
    for (const uint32_t worker : team.workers) members.push_back(location_of[worker]);
    std::sort(std::next(members.begin()), members.end());
  }
  return result;
}

bool RecordedTeams::leads(uint32_t thread, trace::CommId team) const {
  const auto known = teams_.find(team.value);
  return known != teams_.end() && known->second.leader == thread;
}

std::optional<Ticks> RecordedTeams::end_of(trace::CommId team, Ticks begin) const {
  const auto known = teams_.find(team.value);
  if (known == teams_.end()) return std::nullopt;
  const std::vector<Ticks>& ends = known->second.ends;
  const auto end = std::ranges::upper_bound(ends, begin);
  return end == ends.end() ? std::nullopt : std::optional(*end);
}

void WorkerEnds::on_event(const Event& event) {
  end_parts(event.time);
  if (event.kind == EventKind::team_begin && !teams_.leads(thread_, event.comm))
    parts_.push_back({event.comm, open_.size(), teams_.end_of(event.comm, event.time)});
  Event numbered = event;
  numbered.number = teams_.locks().number_of(event);
  pass_on(numbered);
}

void WorkerEnds::end_parts(Ticks now) {
  while (!parts_.empty() && parts_.back().end && *parts_.back().end <= now) end_innermost();
}

// While recording is off, its region is around nothing that ends here.
void WorkerEnds::end_innermost() {
  const Part part = parts_.back();
  parts_.pop_back();
  const Ticks time = std::max(*part.end, last_);
  const bool is_off = off_.valid() && !open_.empty() && open_.back() == off_;
  Event leave;
  leave.kind = EventKind::leave;
  while (open_.size() > part.open) {
    leave.region = open_.back();
    put(leave, time);
  }
  Event end;
  end.kind = EventKind::team_end;
  end.comm = part.team;
  put(end, time);
  Event off;
  off.kind = EventKind::enter;
  off.region = off_;
  if (is_off) put(off, time);
}

void WorkerEnds::put(Event event, Ticks time) {
  event.time = time;
  pass_on(event);
}

void WorkerEnds::pass_on(const Event& event) {
  last_ = event.time;
  if (event.kind == EventKind::enter) open_.push_back(event.region);
  if (event.kind == EventKind::leave && !open_.empty()) open_.pop_back();
  to_.on_event(event);
}

}  // namespace latecomer::record
