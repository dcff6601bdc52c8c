// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The index and the data of a metric: a byte for the data type, one for the length of the index, and both.

#include <algorithm>

#include "cubex/values.h"

using namespace latecomer;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr const char* kTypes[] = {"DOUBLE", "UINT64", "INT8", "TAU_ATOMIC", "NDOUBLES(3)", "HISTOGRAM(2)"};
  if (size < 2) return 0;
  report::Report report;
  report.metrics.resize(1);
  report.metrics[0].data_type = kTypes[data[0] % std::size(kTypes)];
  report.locations.resize(3);
  const std::span<const std::byte> rest = std::as_bytes(std::span(data, size).subspan(2));
  const size_t index = std::min<size_t>(data[1], rest.size());
  const std::vector<report::CallPathId> order = {report::CallPathId(0), report::CallPathId(1),
                                                 report::CallPathId(2), report::CallPathId(3)};
  cubex::KnownRows known;
  (void)cubex::read_values({rest.first(index), rest.subspan(index), "0.index", "0.data"}, report::MetricId(0),
                           order, known, report);
  return 0;
}
