// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/pthread/call.h"

#include <array>

#include "base/mpi_libraries.h"
#include "base/openmp_libraries.h"
#include "record/core/called_regions.h"
#include "record/core/code_mapping.h"

namespace latecomer::record::pthread {

namespace {

using trace::RegionRole;

constexpr std::array kNames = {"pthread_create",
                               "pthread_join",
                               "pthread_mutex_lock",
                               "pthread_mutex_timedlock",
                               "pthread_mutex_clocklock",
                               "pthread_rwlock_rdlock",
                               "pthread_rwlock_wrlock",
                               "pthread_cond_wait",
                               "pthread_cond_timedwait",
                               "pthread_cond_clockwait",
                               "pthread_barrier_wait",
                               "sem_wait",
                               "sem_timedwait",
                               "sem_clockwait",
                               "sleep",
                               "usleep",
                               "nanosleep",
                               "clock_nanosleep",
                               "poll",
                               "ppoll",
                               "select",
                               "pselect",
                               "epoll_wait",
                               "epoll_pwait",
                               "fsync",
                               "fdatasync",
                               "flock",
                               "wait",
                               "waitpid",
                               "waitid",
                               "system"};

trace::RegionId region_of(Function function) noexcept {
  constinit static CalledRegions<kNames.size()> regions;
  RegionRole role = RegionRole::wrapper;
  if (function == Function::create) role = RegionRole::thread_create;
  if (function == Function::join) role = RegionRole::thread_wait;
  const auto position = static_cast<size_t>(function);
  return regions.of(position, kNames[position], trace::Paradigm::pthread, role);
}

}  // namespace

bool is_of_program(const void* caller) noexcept {
  const std::optional<CodeMapping> module = code_mapping_at(reinterpret_cast<uintptr_t>(caller));
  if (!module) return true;
  return !is_in_recorder(caller) && !is_openmp_library(module->name) && !is_part_of_mpi(module->name);
}

Call::Call(Function function, const void* caller) noexcept : region_(region_of(function)) {
  const trace::CallingContextId stack = stack_at(caller);
  entered_ = returned_ = now();
  record_enter(region_, stack, entered_);
}

Call::~Call() {
  const bool was_cancelled = returned_ == entered_;
  record_leave(region_, was_cancelled ? now() : returned_);
  errno = errno_;
}

trace::Event event_of(trace::EventKind kind, const LockEvent& lock) noexcept {
  trace::Event event;
  event.kind = kind;
  event.paradigm = trace::Paradigm::pthread;
  event.lock() = lock.lock;
  event.order() = lock.order;
  return event;
}

trace::Event event_of(trace::EventKind kind, uint64_t thread) noexcept {
  trace::Event event;
  event.kind = kind;
  event.thread() = thread;
  return event;
}

}  // namespace latecomer::record::pthread
