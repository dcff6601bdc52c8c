// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/local_calls.h"

#include "record/core/counted_calls.h"
#include "record/core/process_state.h"

namespace latecomer::record::mpi {

static_assert(kLocalFunctions.size() <= kMostCountedFunctions);

bool are_local_calls_counted() noexcept {
  return process != nullptr && !process->records_local_calls;
}

bool is_local_call_recorded(size_t position, const Origin& origin, bool is_first) noexcept {
  const bool is_of_program = is_recorded<false>(origin);
  if (!is_of_program || !are_local_calls_counted()) return is_of_program;
  if (this_thread.counts == nullptr) begin_counting(kLocalFunctions);
  if (is_first && this_thread.counts != nullptr) ++this_thread.counts[position];
  return false;
}

}  // namespace latecomer::record::mpi
