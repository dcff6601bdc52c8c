// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/program_end/comm_names.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "report/ranks_text.h"
#include "trace/event.h"

namespace latecomer::analyze {

namespace {

std::vector<int64_t> ranks_in(const trace::Definitions& definitions,
                              const trace::Communicator& communicator) {
  std::set<int64_t> ranks;
  for (const trace::GroupId group : {communicator.group, communicator.remote_group}) {
    if (!group.valid()) continue;
    for (const trace::LocationId member : definitions.groups[group.index()].members)
      ranks.insert(static_cast<int64_t>(definitions.locations[member.index()].group.index()));
  }
  return {ranks.begin(), ranks.end()};
}

}  // namespace

std::string tag_text(uint32_t tag) {
  return tag == trace::kAnyTag ? "any tag" : fmt::format("tag {}", tag);
}

std::string communicator_text(const trace::Definitions& definitions, trace::CommId comm, size_t all_ranks) {
  const trace::Communicator& communicator = definitions.communicators[comm.index()];
  if (!communicator.name.empty()) return "communicator " + communicator.name;
  return "the communicator of " + report::ranks_text(ranks_in(definitions, communicator), all_ranks);
}

std::string lock_text(const trace::Definitions& definitions, trace::WindowId window,
                      const std::string& ranks) {
  const std::string& name = definitions.windows[window.index()].name;
  return name.empty() ? "the window lock of " + ranks
                      : fmt::format("the lock of window {} of {}", name, ranks);
}

}  // namespace latecomer::analyze
