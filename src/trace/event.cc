// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/event.h"

#include "trace/event_kinds.h"

namespace latecomer::trace {

std::string_view name_of(EventKind kind) {
  return info_of(kind).name;
}

std::string_view name_of(CollectiveOp op) {
  static constexpr std::string_view kNames[] = {
#define COLLECTIVE_OP(op, otf2) #op,
#include "trace/collective_ops.def"
#undef COLLECTIVE_OP
      "none"};
  return kNames[static_cast<size_t>(op)];
}

}  // namespace latecomer::trace
