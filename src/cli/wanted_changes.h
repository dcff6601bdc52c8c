// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyze/replay/change.h"
#include "base/result.h"
#include "report/report.h"

namespace latecomer::cli {

/// Holds what is to be changed in a run, as a user says it.
struct ChangeOptions {
  std::vector<std::string> scale;  ///< Holds PATH=FACTOR.
  std::vector<std::string> balance;
  std::vector<std::string> balance_each;
  std::vector<std::string> even;
  std::vector<std::string> remove;
  std::vector<std::string> rank_speed;  ///< Holds RANKS=FACTOR.
  std::string network;                  ///< Is "instant" or latency=SECONDS,bandwidth=BYTES, or empty.
  std::optional<uint64_t> eager;
  std::optional<double> collectives;
  std::string partitions;      ///< Is "early" or empty.
  bool no_preemption = false;  ///< Says that no thread loses its core to others while it computes.
  std::string between;         ///< Is BEGIN,END in seconds, or empty.
  std::string in;              ///< Is a call path, or empty.
  std::string on_ranks;

  bool empty() const {
    return scale.empty() && balance.empty() && balance_each.empty() && even.empty() && remove.empty() &&
           rank_speed.empty() && network.empty() && !eager && !collectives && partitions.empty() &&
           !no_preemption;
  }
};

/// Is a change as it was asked for, before the call paths are known.
struct WantedChange {
  analyze::Change::Kind kind;
  std::string path;
  double factor = 1;
  std::string words;              ///< Says what would be, as "solve took 0.5 times as long".
  std::string ranks;              ///< Is empty for all.
  analyze::Change network = {};   ///< Has, of a network, how fast it is; and how large eager messages are.
  bool is_of_preemption = false;  ///< Says that it is of all time in which threads were preempted.

  bool is_of_network() const { return kind >= analyze::Change::Kind::collectives; }
};

/// Returns the changes; the error names an option that cannot be read, or two that contradict each other.
Result<std::vector<WantedChange>> wanted_changes(const ChangeOptions& options);

/// Says what would be, and in which part of the run.
std::string in_words(const WantedChange& change, const ChangeOptions& options);

/// Returns the changes with the call paths, processes and times of a report; the error says what of these it
/// does not have.
Result<std::vector<analyze::Change>> changes_of(const report::Report& report, const ChangeOptions& options,
                                                const std::vector<WantedChange>& wanted);

}  // namespace latecomer::cli
