// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "kernel/interrupt_stack.h"

namespace latecomer::kernel {

namespace {

/// An interrupt is in a softirq, which is in another one; more than this are ends that are missing.
constexpr size_t kMostOpen = 16;

}  // namespace

void InterruptStack::begin(Ticks time, InterruptName name, EndedBy source, const DevicesOfLines& devices) {
  if (open_.size() == kMostOpen) open_.clear();
  if (name.kind == InterruptName::Kind::line && source == EndedBy::other) {
    const auto learned = devices.find(name.number);
    if (learned != devices.end()) source = learned->second;
  }
  open_.push_back({.begin = time, .name = name, .source = source});
}

std::optional<Interrupt> InterruptStack::end(Ticks time, InterruptName name) {
  for (size_t i = open_.size(); i-- > 0;) {
    if (open_[i].name != name) continue;
    const Open ended = open_[i];
    open_.resize(i);
    if (i != 0) return std::nullopt;
    return Interrupt{.begin = ended.begin, .end = time, .source = ended.source};
  }
  return std::nullopt;
}

void InterruptStack::learn(EndedBy device, DevicesOfLines& devices) {
  if (empty() || open_.back().source != EndedBy::other) return;
  open_.back().source = device;
  if (open_.back().name.kind == InterruptName::Kind::line) devices[open_.back().name.number] = device;
}

}  // namespace latecomer::kernel
