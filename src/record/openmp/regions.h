// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <omp-tools.h>

#include <cstdint>

#include "trace/definitions.h"

namespace latecomer::record::openmp {

/// Says what the program does in OpenMP. `none` stands for what is not recorded.
enum class Construct : uint8_t {
  none,
  parallel,
  barrier,
  implicit_barrier,
  taskwait,
  taskgroup,
  task,
  loop,
  sections,
  single,
  workshare,
  distribute,
  taskloop,
  scope,
  master,
  critical,
  lock,
  nest_lock
};

/// Returns the region of all instances of the construct in this process; there is none of `none`.
trace::RegionId region_of(Construct construct) noexcept;

Construct construct_of(ompt_sync_region_t kind) noexcept;
Construct construct_of(ompt_work_t kind) noexcept;
Construct construct_of(ompt_mutex_t kind) noexcept;

}  // namespace latecomer::record::openmp
