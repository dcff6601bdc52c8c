// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/open_regions.h"

#include <algorithm>
#include <vector>

#include "record/core/recorder.h"
#include "record/core/threads.h"
#include "record/core/trouble.h"

namespace latecomer::record {

void begin_open_region(trace::RegionId region, trace::CallingContextId stack, const void* function,
                       Ticks time) noexcept {
  const OpenRegion begun{region, function, time, storing()};
  if (begun.is_stored) {
    end_computation(begun.since);
    require_room(this_thread.log->append_enter(region, stack, begun.since));
  }
  std::vector<OpenRegion>& open = this_thread.files->open;
  if (open.size() < open.capacity()) [[likely]]
    open.push_back(begun);
  else
    harmless([&] { open.push_back(begun); });
}

void end_innermost_region(Ticks fold) noexcept {
  const OpenRegion region = this_thread.files->open.back();
  this_thread.files->open.pop_back();
  if (!region.is_stored) return;
  const bool is_off = is_off_in_log();
  if (is_off) harmless([] { leave_off(now()); });
  if (this_thread.log == nullptr) return;
  const Ticks time = now();
  if (time - region.since < fold && this_thread.log->withdraw_enter(region.region, region.since)) return;
  end_computation(time);
  require_room(this_thread.log->append_leave(region.region, time));
  if (is_off) harmless([] { enter_off(now()); });
}

void end_open_region(trace::RegionId region) noexcept {
  const std::vector<OpenRegion>& open = this_thread.files->open;
  if (std::ranges::find(open, region, &OpenRegion::region) == open.end()) return;
  while (open.back().region != region) end_innermost_region({});
  end_innermost_region({});
}

void end_open_regions(size_t count) noexcept {
  while (this_thread.files->open.size() > count) end_innermost_region({});
}

void leave_open_regions(ThreadFiles& files, size_t count, Ticks time) noexcept {
  for (; files.open.size() > count; files.open.pop_back()) {
    if (files.open.back().is_stored) require_room(files.events->append_leave(files.open.back().region, time));
  }
}

}  // namespace latecomer::record
