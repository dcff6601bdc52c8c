// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/open_messages.h"

namespace latecomer::analyze {

uint32_t OpenMessages::add_to_others(uint64_t request, uint32_t message) {
  const auto known = others_.find(request);
  if (known != others_.end()) return std::exchange(known.value(), message);
  Slot& slot = slot_of(request);
  if (slot.message == kNone)
    slot = {request, message};
  else
    others_.emplace(request, message);
  return kNone;
}

uint32_t OpenMessages::take_from_others(uint64_t request) {
  const auto known = others_.find(request);
  if (known == others_.end()) return kNone;
  const uint32_t message = known->second;
  others_.erase(known);
  return message;
}

}  // namespace latecomer::analyze
