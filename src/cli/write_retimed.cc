// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/write_retimed.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/progress.h"
#include "cli/put_out.h"
#include "otf2/archive_files.h"

namespace latecomer::cli {

namespace {

/// Keeps the times of events.
class TimesOfEvents : public trace::EventSink {
 public:
  explicit TimesOfEvents(uint64_t expected) { times_.reserve(expected); }
  void on_event(const trace::Event& event) override { times_.push_back(event.time); }
  std::vector<Ticks> take() { return std::move(times_); }

 private:
  std::vector<Ticks> times_;
};

}  // namespace

Result<otf2::RewrittenArchive> write_retimed(const std::string& from, const trace::Trace& recorded,
                                             const trace::Trace& retimed, const std::string& directory) {
  const std::vector<trace::Location>& locations = recorded.definitions().locations;
  TRY(const otf2::ArchiveFiles files, otf2::find_archive(from));
  const auto new_times = [&](trace::LocationId location) {
    const trace::Location& recorded_as = locations[location.index()];
    const uint64_t most = otf2::most_records(files.events(recorded_as.reference));
    TimesOfEvents times(std::min(recorded_as.events, most));
    retimed.read(location, times);
    return times.take();
  };
  uint64_t events = 0;
  for (const trace::Location& location : locations) events += location.events;
  Progress progress("writing", events, true);
  TRY(otf2::RewrittenArchive written,
      otf2::rewrite_archive(from, directory, recorded.definitions(), new_times, progress));
  for (const std::string& loss : written.losses) put_error(loss);
  return written;
}

}  // namespace latecomer::cli
