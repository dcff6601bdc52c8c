// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/unreadable.h"

#include <gtest/gtest.h>

#include "support/run_ranks.h"

namespace latecomer::report {
namespace {

/// Ranks meet three times; rank 1 cannot read something before the meeting of this number.
Status meet_until(Comm& comm, int unreadable) {
  return read_together(comm, [&]() -> Status {
    for (int i = 0; i <= 3; ++i) {
      if (comm.rank() == 1 && i == unreadable) throw Unreadable(Error{"it has become shorter"});
      if (i < 3) meet(comm);
    }
    return {};
  });
}

TEST(ReadTogether, AllRanksReturnWhatOneCannotRead) {
  for (const int ranks : {2, 4})
    run_ranks(ranks, [](Comm& comm) {
      for (const int unreadable : {0, 1, 3}) {
        const Status status = meet_until(comm, unreadable);
        ASSERT_FALSE(status);
        EXPECT_EQ(status.error().message, "it has become shorter");
      }
      EXPECT_TRUE(meet_until(comm, 4));
    });
}

TEST(ReadTogether, ErrorsOfTheWorkAreAgreedOnToo) {
  run_ranks(3, [](Comm& comm) {
    const Status status =
        read_together(comm, [&] { return comm.rank() == 2 ? Status(Error{"no such metric"}) : Status(); });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "no such metric");
  });
}

}  // namespace
}  // namespace latecomer::report
