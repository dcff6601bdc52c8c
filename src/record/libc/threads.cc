// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// recorder.so: of a program without MPI, its begin and end and those of its threads. Each process that the
// program starts is recorded, too; those that start no threads write their files when they end, so that
// shells that become another program leave nothing.

#include <dlfcn.h>
#include <pthread.h>

#include <new>

#include "record/core/recorder.h"

namespace latecomer::record {

namespace {

using Routine = void* (*)(void*);

struct Start {
  Routine routine;
  void* argument;
};

void* run_recorded(void* given) {
  const Start start = *static_cast<Start*>(given);
  delete static_cast<Start*>(given);
  begin_thread();
  return start.routine(start.argument);
}

[[gnu::constructor]] void begin() {
  begin_program();
  may_end(true);  // anywhere
}

}  // namespace

}  // namespace latecomer::record

/// The thread that calls this is a location before the one that it starts, so the program's first is first.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              latecomer::record::Routine routine, void* argument) noexcept {
  using namespace latecomer::record;
  static const auto real = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  begin_thread();
  Start* const start = new (std::nothrow) Start{routine, argument};
  if (start == nullptr) return real(thread, attributes, routine, argument);
  const int problem = real(thread, attributes, run_recorded, start);
  if (problem != 0) delete start;
  return problem;
}
