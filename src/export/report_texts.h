// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "export/perfetto_file.h"
#include "report/report.h"

namespace latecomer::perfetto {

/// Puts names of a report's locations, call paths and metrics into the file, each when it is first needed.
class ReportTexts {
 public:
  ReportTexts(const report::Report& report, PerfettoFile& file)
      : report_(report), file_(file), locations_(report.locations.size()), paths_(report.call_paths.size()) {}

  TextId location(report::LocationId id) {
    TextId& text = locations_[id.index()];
    return text.valid() ? text : text = file_.text(report_.location_name(id));
  }
  TextId path(report::CallPathId id) {
    TextId& text = paths_[id.index()];
    return text.valid() ? text : text = file_.text(report_.path_name(id));
  }
  /// Returns the id by which other commands take the metric.
  TextId metric(report::MetricId id) { return file_.text(report_.metrics[id.index()].id); }

 private:
  const report::Report& report_;
  PerfettoFile& file_;
  std::vector<TextId> locations_;
  std::vector<TextId> paths_;
};

}  // namespace latecomer::perfetto
