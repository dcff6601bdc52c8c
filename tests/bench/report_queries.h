// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace latecomer::bench {

/// How long `query::Space` takes for sums over a whole report compared with merely adding up an array of that
/// size, on one rank and on two, beside the limits. With the word "large" only a report of 6.5 GB, with the
/// memory that it takes; with "enumerations" how even the distributions of call paths are and what they send,
/// on synthetic trees and in the reports whose files follow.
Status measure_report(const std::vector<std::string>& words);

/// A rank of the above; the arguments are those that its command has.
int answer_as_rank(char** arguments);

/// Prints how even distributions are on several trees, and what they send.
Status measure_enumerations(std::span<const std::string> files);

}  // namespace latecomer::bench
