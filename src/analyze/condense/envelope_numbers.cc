// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/envelope_numbers.h"

namespace latecomer::analyze {

EnvelopeNumbers::EnvelopeNumbers(CondensingLocation& location)
    : location_(location), others_(0, Hash{&location.envelopes}, Equal{&location.envelopes}) {
  places_.fill(kNoEnvelope);
}

uint32_t EnvelopeNumbers::number_of_other(const Envelope& envelope) {
  const auto known = others_.find(envelope);
  if (known != others_.end()) return *known;
  const uint32_t number = location_.add_envelope(envelope);
  if (number != kNoEnvelope) others_.insert(number);
  return number;
}

}  // namespace latecomer::analyze
