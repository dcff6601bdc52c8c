// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/raw_event.h"

namespace latecomer::record {

trace::Event decode_one(const RawRecord* records) {
  trace::Event event;
  event.time = time_in(records[0].wide);
  event.kind = static_cast<trace::EventKind>((records[0].wide & kMarkMask) - 1);
  copy_fields(event.kind, event, records,
              []<class Field>(Field& field, const auto& place) { field = static_cast<Field>(place); });
  return event;
}

}  // namespace latecomer::record
