// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/extension_events.h"

#include <algorithm>

namespace latecomer::otf2 {
namespace {

using trace::EventKind;

constexpr bool is_extension(EventKind kind) {
  return trace::info_of(kind).extension != nullptr;
}

constexpr auto kEvents = [] {
  constexpr auto kCount = std::ranges::count_if(
      trace::kEventKinds, [](const trace::EventKindInfo& info) { return info.extension != nullptr; });
  std::array<EventKind, kCount> events{};
  size_t next = 0;
  for (size_t kind = 0; kind < trace::kEventKinds.size(); ++kind) {
    if (is_extension(static_cast<EventKind>(kind))) events[next++] = static_cast<EventKind>(kind);
  }
  return events;
}();

}  // namespace

std::span<const EventKind> extension_events() {
  return kEvents;
}

ExtensionId extension_of(EventKind kind) {
  if (!is_extension(kind)) return {};
  return ExtensionId(static_cast<size_t>(std::ranges::lower_bound(kEvents, kind) - kEvents.begin()));
}

}  // namespace latecomer::otf2
