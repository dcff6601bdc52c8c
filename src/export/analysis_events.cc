// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "export/analysis_events.h"

#include <algorithm>
#include <utility>

#include "findings/wait_states.h"

namespace latecomer::ctf {

using trace::FieldType;

std::vector<trace::RecordKind> AnalysisEvents::kinds() {
  return {{"Analysis_WaitState",
           {{"locationID", FieldType::uint64},
            {"waitState", FieldType::text},
            {"metric", FieldType::text},
            {"callPath", FieldType::text},
            {"endTime", FieldType::uint64},
            {"causeLocationID", FieldType::uint64},
            {"direct", FieldType::int64},
            {"further", FieldType::int64}}},
          {"Analysis_CriticalPath",
           {{"locationID", FieldType::uint64},
            {"callPath", FieldType::text},
            {"endTime", FieldType::uint64},
            {"fromLocationID", FieldType::uint64},
            {"waitState", FieldType::text},
            {"waitCallPath", FieldType::text}}}};
}

AnalysisEvents::AnalysisEvents(const timeline::Run& run, std::vector<uint64_t> references,
                               std::function<uint64_t(Ticks)> written)
    : run_(run),
      report_(run.report()),
      references_(std::move(references)),
      written_(std::move(written)),
      stretches_(references_.size()) {}

Status AnalysisEvents::read_critical_path() {
  TRY(critical_path_, store::read_critical_path(report_));
  for (size_t i = 0; i < critical_path_.size(); ++i) {
    const size_t location = critical_path_[i].location.index();
    if (location < stretches_.size()) stretches_[location].push_back(static_cast<uint32_t>(i));
  }
  return {};
}

Status AnalysisEvents::begin_location(report::LocationId location) {
  location_ = location;
  next_ = 0;
  events_.clear();
  TRY(waits_, run_.store().read<store::Wait>(location));
  for (uint32_t i = 0; i < waits_.size(); ++i)
    if (waits_[i].amount > Ticks()) events_.push_back({waits_[i].begin(), false, i});
  for (const uint32_t i : stretches_[location.index()]) events_.push_back({critical_path_[i].begin, true, i});
  std::ranges::stable_sort(events_, {}, &Event::time);
  return {};
}

std::span<const trace::FieldValue> AnalysisEvents::take() {
  const Event& event = events_[next_++];
  values_.assign({{.number = reference(location_)}});
  if (event.is_stretch)
    set_values(critical_path_[event.index]);
  else
    set_values(waits_[event.index]);
  return values_;
}

void AnalysisEvents::set_values(const store::Wait& wait) {
  values_.push_back({.text = wait_name(wait.metric)});
  values_.push_back({.text = report_.metrics[wait.metric.index()].id.c_str()});
  values_.push_back({.text = path(wait.path)});
  values_.push_back({.number = written_(wait.end)});
  values_.push_back({.number = reference(wait.cause)});
  values_.push_back({.number = static_cast<uint64_t>(wait.direct.count)});
  values_.push_back({.number = static_cast<uint64_t>(wait.further.count)});
}

void AnalysisEvents::set_values(const store::CriticalStretch& stretch) {
  values_.push_back({.text = path(stretch.path)});
  values_.push_back({.number = written_(stretch.end)});
  values_.push_back({.number = stretch.edge ? reference(stretch.edge->from) : UINT64_MAX});
  values_.push_back({.text = stretch.edge ? wait_name(stretch.edge->wait) : ""});
  values_.push_back({.text = stretch.edge ? path(stretch.edge->path) : ""});
}

/// Returns UINT64_MAX, which is OTF2's reference to nothing, where there is no location.
uint64_t AnalysisEvents::reference(report::LocationId location) const {
  return location.valid() && location.index() < references_.size() ? references_[location.index()]
                                                                   : UINT64_MAX;
}

const char* AnalysisEvents::path(report::CallPathId id) {
  if (!id.valid()) return "";
  const auto [entry, is_new] = paths_.try_emplace(id.index());
  if (is_new) entry->second = report_.path_name(id);
  return entry->second.c_str();
}

const char* AnalysisEvents::wait_name(report::MetricId id) {
  const auto [entry, is_new] = wait_names_.try_emplace(id.index());
  if (is_new) entry->second = findings::wait_name(report_, id);
  return entry->second.c_str();
}

}  // namespace latecomer::ctf
