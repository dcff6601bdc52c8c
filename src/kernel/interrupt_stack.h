// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <optional>
#include <vector>

#include "kernel/scheduler_event.h"

namespace latecomer::kernel {

/// Knows which device has which line, from what its handlers did.
using DevicesOfLines = std::map<uint32_t, EndedBy>;

/// Knows which interrupts a core deals with, one inside of the other.
class InterruptStack {
 public:
  void begin(Ticks time, InterruptName name, EndedBy source, const DevicesOfLines& devices);
  /// Ends an interrupt, with those inside of it whose ends were not seen. Returns it if it was in no other.
  std::optional<Interrupt> end(Ticks time, InterruptName name);
  void clear() { open_.clear(); }

  /// Says that the innermost interrupt is that of a device, and remembers that for its line.
  void learn(EndedBy device, DevicesOfLines& devices);

  bool empty() const { return open_.empty(); }
  bool is_in_softirq() const { return !empty() && open_.back().name.kind == InterruptName::Kind::softirq; }
  EndedBy source() const { return open_.back().source; }

 private:
  struct Open {
    Ticks begin;
    InterruptName name;
    EndedBy source = EndedBy::other;
  };
  std::vector<Open> open_;
};

}  // namespace latecomer::kernel
