// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "trace/interpolate_clocks.h"
#include "trace/text_trace.h"
#include "trace/trace.h"

namespace latecomer::trace {
namespace {

class Collect : public EventSink {
 public:
  void on_event(const Event& event) override { times.push_back(event.time); }
  std::vector<Ticks> times;
};

/// A trace in memory leaves out what is before; one with other clocks passes the position on.
TEST(ReadFrom, DeliversWhatComesAfter) {
  const Result<std::unique_ptr<Trace>> trace = parse_text_trace("rank 0\n  0..1 f\n  1..3 g\n", "trace");
  ASSERT_TRUE(trace) << trace.error().message;
  const LocationId location(0);
  std::vector<std::vector<ClockOffset>> offsets = {{{Ticks(0), 100, 0}}};
  const InterpolatedTrace shifted(**trace, offsets);
  Collect all;
  (*trace)->read(location, all);
  for (uint64_t events = 0; events <= all.times.size(); ++events) {
    Collect rest;
    (*trace)->read_from(location, {.events = events}, rest);
    EXPECT_EQ(rest.times,
              std::vector<Ticks>(all.times.begin() + static_cast<ptrdiff_t>(events), all.times.end()));
    Collect later;
    shifted.read_from(location, {.events = events}, later);
    ASSERT_EQ(later.times.size(), rest.times.size());
    for (size_t i = 0; i < rest.times.size(); ++i) EXPECT_EQ(later.times[i], rest.times[i] + Ticks(100));
  }
}

}  // namespace
}  // namespace latecomer::trace
