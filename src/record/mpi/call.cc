// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/call.h"

#include <optional>
#include <span>

#include "record/core/called_regions.h"
#include "record/core/process_state.h"
#include "record/core/threads.h"
#include "record/mpi/callers.h"

namespace latecomer::record::mpi {

namespace {

bool is_within_call() noexcept {
  return this_thread.calls != nullptr && !this_thread.calls->empty();
}

// What the library calls itself, and what a tool or a binding does for the call that is open, are parts of
// that.
bool is_of_program(const Origin& origin) noexcept {
  const Caller caller = caller_at(origin.caller);
  if (caller == Caller::library) return false;
  return caller == Caller::program || origin.name != Name::profiling;
}

bool is_part_of_open_call(const Origin& origin) noexcept {
  if (origin.name == Name::profiling) return true;
  return origin.name == Name::mpi && this_thread.calls->innermost().by_binding &&
         caller_at(origin.caller) == Caller::binding;
}

OpenCall* open(trace::RegionId region, const Origin& origin) noexcept {
  OpenCall* const call = open_call(region, origin.frame);
  if (call != nullptr) call->by_binding = origin.name == Name::binding;
  return call;
}

OpenCall* enter(trace::RegionId region, const Origin& origin) noexcept {
  const trace::CallingContextId stack = stack_at(origin.caller);
  OpenCall* const call = open(region, origin);
  if (call == nullptr) return nullptr;
  begin_moment();
  record_enter(region, stack, moment);
  return call;
}

}  // namespace

trace::RegionId region_of(Function function) noexcept {
  constinit static CalledRegions<kFunctions.size()> regions;
  const auto position = static_cast<size_t>(function);
  const FunctionFacts& facts = kFunctions[position];
  return regions.of(position, facts.name, trace::Paradigm::mpi, facts.role);
}

void may_wait_for_members(const trace::CommId& comm) noexcept {
  may_wait(
      [](const void* id, std::span<trace::Event> room) noexcept -> size_t {
        room[0] = event_of(trace::EventKind::collective_pending);
        room[0].comm = *static_cast<const trace::CommId*>(id);
        return 1;
      },
      &comm, 1);
}

bool is_recorded_inside(const Origin& origin, bool agrees) noexcept {
  start_if_asked();
  if (is_within_call() && is_of_program(origin) && is_in_open_call(origin.frame))
    return !is_part_of_open_call(origin) && (agrees || is_on());
  return agrees ? this_thread.depth == 0 : recording();
}

OpenCall* begin_call(Function function, const Origin& origin) noexcept {
  return enter(region_of(function), origin);
}

OpenCall* begin_test_call(Function function, const Origin& origin, Tested tested) noexcept {
  const trace::RegionId region = region_of(function);
  if (is_within_call()) return enter(region, origin);
  const std::optional<Ticks> time = begin_test(region, origin.caller, tested.number);
  if (!time) return enter(region, origin);
  moment = *time;
  return open(region, origin);
}

void leave_early() noexcept {
  leave_call(this_thread.calls->innermost(), moment);
}

CallOfNobody::CallOfNobody(Function function) noexcept : region_(region_of(function)) {
  begin_moment();
  record_enter(region_, {}, moment);
}

CallOfNobody::~CallOfNobody() noexcept {
  record_leave(region_, moment);
}

}  // namespace latecomer::record::mpi
