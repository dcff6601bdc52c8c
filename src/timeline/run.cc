// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "timeline/run.h"

#include <algorithm>
#include <utility>

#include "report/clocks.h"
#include "report/off_core.h"
#include "trace/interpolate_clocks.h"
#include "trace/shared_clocks.h"

namespace latecomer::timeline {

Result<std::unique_ptr<Run>> Run::open(const report::Report& report, std::unique_ptr<trace::Trace> trace,
                                       std::string problem) {
  TRY(store::FindingsStore store, store::FindingsStore::open(report));
  std::unique_ptr<Run> run(new Run(std::move(store)));
  run->problem_ = std::move(problem);
  run->trace_ = std::move(trace);
  TRY_STATUS(run->read_call_tree());
  if (run->trace_ != nullptr) run->use_trace();
  return run;
}

Status Run::read_call_tree() {
  using store::CallTreeNode;
  std::vector<analyze::CallTree::Node> nodes;
  const auto id = []<class IdType>(IdType made, uint32_t value) {
    made.value = value;
    return made;
  };
  constexpr auto kLastKind =
      static_cast<uint32_t>(analyze::CallTree::Kind::not_running) + uint32_t{report::kOffCore.size()} - 1;
  if (report().locations.empty()) return {};
  TRY(const std::vector<CallTreeNode> rows, store_.read<CallTreeNode>(report::LocationId(0)));
  for (const CallTreeNode& row : rows) {
    const bool has_parent_before = !row.parent.valid() || row.parent.index() < nodes.size();
    if (!has_parent_before || row.kind > kLastKind) return {};
    nodes.push_back({row.parent, id(trace::RegionId(), row.region), id(trace::SourceLocationId(), row.from),
                     id(trace::SourceLocationId(), row.to), id(trace::CallingContextId(), row.caller),
                     static_cast<analyze::CallTree::Kind>(row.kind)});
  }
  tree_.merge(nodes);
  return {};
}

std::string Run::mismatch() const {
  const trace::Definitions& definitions = trace_->definitions();
  if (tree_.nodes().size() != report().call_paths.size())
    return "the report does not say how its call paths come of a trace";
  if (definitions.locations.size() != report().locations.size() ||
      definitions.ticks_per_second != clock_.ticks_per_second())
    return "the trace beside the report is another one";
  const auto is_known = [&](const analyze::CallTree::Node& node) {
    const auto is_in = [](auto id, size_t size) { return !id.valid() || id.index() < size; };
    return is_in(node.from, definitions.source_locations.size()) &&
           is_in(node.to, definitions.source_locations.size()) &&
           is_in(node.caller, definitions.calling_contexts.size());
  };
  return std::ranges::all_of(tree_.nodes(), is_known) ? "" : "the trace beside the report is another one";
}

void Run::use_trace() {
  problem_ = mismatch();
  if (!problem_.empty()) return trace_.reset();
  const trace::Definitions& definitions = trace_->definitions();
  const Result<report::ClockReport> clocks = report::read_clocks(report());
  if (clocks && clocks->interpolated)
    interpolated_ = std::make_unique<trace::InterpolatedTrace>(
        *trace_,
        clocks->one_per_node ? trace::clock_offsets_by_node(definitions) : definitions.clock_offsets);
  teams_ =
      std::make_unique<analyze::ThreadTeams>(definitions, analyze::Range{0, definitions.locations.size()});
}

Result<ClockMap> Run::clock_of(report::LocationId location) const {
  TRY(std::vector<store::ClockCorrection> corrections, store_.read<store::ClockCorrection>(location));
  return ClockMap(std::move(corrections));
}

}  // namespace latecomer::timeline
