// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/on_ranks.h"

#include <oneapi/tbb/global_control.h>

#include <cstdlib>
#include <exception>
#include <memory>

#include "cli/put_out.h"
#include "comm/mpi_loader.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace text;

Status on_all_ranks(const std::function<Status(Comm&)>& work, size_t threads) {
  using oneapi::tbb::global_control;
  TRY(const std::unique_ptr<Comm> comm, launch_comm());
  const global_control limit(global_control::max_allowed_parallelism, threads);
  if (comm->size() == 1) return work(*comm);
  try {
    const Status done = work(*comm);
    if (done) return done;
    // A launcher ends all ranks as soon as one has failed. They meet once more before they leave, and then
    // the line is out.
    if (comm->rank() == 0) put_error(done.error().message);
    return Error{""};
  } catch (const std::exception& problem) {
    put_error(line_of(problem));
    std::_Exit(1);
  }
}

}  // namespace latecomer::cli
