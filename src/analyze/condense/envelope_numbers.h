// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <tsl/robin_set.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/condense/condensing_location.h"

namespace latecomer::analyze {

/// Finds the envelopes of a location's messages in the list of those it had so far.
class EnvelopeNumbers {
 public:
  explicit EnvelopeNumbers(CondensingLocation& location)
      : location_(location), numbers_(0, Hash{&location.envelopes}, Equal{&location.envelopes}) {}

  /// Returns the position of an envelope in the location's list; a new one is added.
  uint32_t number(const Envelope& envelope) {
    const auto known = numbers_.find(envelope);
    if (known != numbers_.end()) return *known;
    const uint32_t number = location_.add_envelope(envelope);
    if (number != kNoEnvelope) numbers_.insert(number);
    return number;
  }

 private:
  static size_t hash(const Envelope& envelope) {
    // Odd numbers whose products with small ones differ in all bits.
    const uint64_t sum = envelope.peer * 0x9E3779B97F4A7C15U + envelope.tag * 0xC2B2AE3D27D4EB4FU +
                         envelope.bytes * 0xD6E8FEB86659FD93U + envelope.comm.value * 0xA0761D6478BD642FU;
    return sum >> 32U;
  }
  // These functions take an envelope, or the position of one in the list.
  struct Hash {
    const std::vector<Envelope>* list;
    size_t operator()(const Envelope& envelope) const { return hash(envelope); }
    size_t operator()(uint32_t number) const { return hash((*list)[number]); }
  };
  struct Equal {
    using is_transparent = void;
    const std::vector<Envelope>* list;
    bool operator()(uint32_t a, uint32_t b) const { return (*list)[a] == (*list)[b]; }
    bool operator()(const Envelope& a, uint32_t b) const { return a == (*list)[b]; }
    bool operator()(uint32_t a, const Envelope& b) const { return (*list)[a] == b; }
  };

  CondensingLocation& location_;
  tsl::robin_set<uint32_t, Hash, Equal> numbers_;
};

}  // namespace latecomer::analyze
