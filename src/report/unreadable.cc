// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A rank that cannot read something leaves the work alone, and goes to the checkpoint at its end. The others
// find that out at the next checkpoint, wherever in the work it is: what it gets there is the error.
//
//     rank 0    reads   meet, sends ...   meet: leaves
//     rank 1    reads   meet, sends ...   cannot read: leaves, and meets the others by that

#include "report/unreadable.h"

namespace latecomer::report {

namespace {

/// Is thrown for an error that all ranks know of already.
class KnownToAll : public Unreadable {
 public:
  using Unreadable::Unreadable;
};

}  // namespace

Status read_together(Comm& comm, const std::function<Status()>& work) {
  Status mine;
  try {
    mine = work();
  } catch (const KnownToAll& problem) {
    return Error{problem.what()};
  } catch (const Unreadable& problem) {
    mine = Error{problem.what()};
  }
  return checkpoint(comm, mine);
}

void meet(Comm& comm) {
  if (comm.size() == 1) return;
  const Status all = checkpoint(comm, Status());
  if (!all) throw KnownToAll(all.error());
}

}  // namespace latecomer::report
