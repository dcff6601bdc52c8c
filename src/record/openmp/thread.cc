// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/openmp/thread.h"

namespace latecomer::record::openmp {

namespace {

[[gnu::tls_model("initial-exec")]] constinit thread_local Thread* current = nullptr;

}  // namespace

Thread& this_openmp_thread() {
  if (current == nullptr) [[unlikely]]
    current = new Thread;
  return *current;
}

void forget_this_openmp_thread() noexcept {
  delete current;
  current = nullptr;
}

Part* innermost_part() noexcept {
  return current == nullptr || current->parts.empty() ? nullptr : &current->parts.back();
}

bool is_part_recorded() noexcept {
  const Part* const part = innermost_part();
  return part == nullptr || part->team != nullptr;
}

}  // namespace latecomer::record::openmp
