// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/calling_contexts.h"

#include <algorithm>

namespace latecomer::trace {

std::vector<CallingContextId> parents_first(const std::vector<CallingContext>& contexts) {
  enum class State : uint8_t { unseen, on_the_way, done };
  std::vector<State> states(contexts.size(), State::unseen);
  std::vector<CallingContextId> order;
  order.reserve(contexts.size());
  std::vector<CallingContextId> way;  // from a context outward, to one that is done or has no parent
  for (size_t i = 0; i < contexts.size(); ++i) {
    way.clear();
    CallingContextId id(i);
    while (id.valid() && states[id.index()] == State::unseen) {
      states[id.index()] = State::on_the_way;
      way.push_back(id);
      id = contexts[id.index()].parent;
    }
    if (id.valid() && states[id.index()] == State::on_the_way) continue;
    for (; !way.empty(); way.pop_back()) {
      states[way.back().index()] = State::done;
      order.push_back(way.back());
    }
  }
  return order;
}

std::vector<CallingContextId> frames_of(const std::vector<CallingContext>& contexts,
                                        CallingContextId innermost) {
  std::vector<CallingContextId> frames;
  for (CallingContextId id = innermost; id.valid(); id = contexts[id.index()].parent) frames.push_back(id);
  std::ranges::reverse(frames);
  return frames;
}

}  // namespace latecomer::trace
