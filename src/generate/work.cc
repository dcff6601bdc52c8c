// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "generate/work.h"

namespace latecomer::generate {

namespace {

constexpr int64_t kOrdinaryWork = 20'000;  ///< Is the time of ordinary work in nanoseconds, without calls.
constexpr int64_t kWorkOfCall = 500;

/// Returns a number of a fixed sequence that looks random (the mixing function of splitmix64).
uint64_t scramble(uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

}  // namespace

Work::Work(const Settings& settings)
    : settings_(settings), hotspot_(scramble(settings.seed) % settings.locations()) {}

Ticks Work::duration(const Step& step, StepId id, uint32_t iteration, uint32_t thread, uint32_t half) const {
  const int64_t ordinary = kOrdinaryWork * step.percent / 100 + kWorkOfCall * step.calls;
  const uint64_t location = uint64_t{step.rank} * settings_.threads + thread;
  const uint64_t occasion = (uint64_t{iteration} << 33) + (uint64_t{id.value} << 1) + half;
  return Ticks(ordinary * static_cast<int64_t>(1000 + thousandths(location, occasion)) / 1000);
}

Ticks Work::hotspot_excess() const {
  return Ticks(kOrdinaryWork * settings_.strength / 1000);
}

uint64_t Work::thousandths(uint64_t location, uint64_t occasion) const {
  switch (settings_.imbalance) {
    case Imbalance::none:
      return 0;
    case Imbalance::linear:
      return settings_.locations() > 1 ? settings_.strength * location / (settings_.locations() - 1) : 0;
    case Imbalance::random:
      return scramble(scramble(scramble(settings_.seed) + location) + occasion) %
             (uint64_t{settings_.strength} + 1);
    case Imbalance::hotspot:
      return location == hotspot_ ? settings_.strength : 0;
  }
  return 0;
}

}  // namespace latecomer::generate
