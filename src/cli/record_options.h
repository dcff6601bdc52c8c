// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace latecomer::cli {

/// Of `latecomer record`.
struct RecordOptions {
  std::string output;  ///< empty: the first of run1, run2, … that is free
  std::string mpi;     ///< empty: as the program is linked
  std::string stacks = "200";
  std::string sample = "250";
  std::string scratch;    ///< empty: as choose_scratch says
  uint64_t max_size = 0;  ///< bytes; 0: as much as there is room for
  std::string filter;     ///< a file of rules; empty: all functions are recorded
  std::string fold;       ///< a time; empty: no function is too short
  std::string timeout;    ///< a time; empty: the program may run for ever
  std::string ranks;      ///< as 0,4-7; empty: all
  std::string from;       ///< a region or phase that the program marks; empty: from the begin
  std::string to;         ///< the same; empty: to the end
  bool mpi_only = false;
  bool local_calls = false;
  bool estimate = false;
  std::string polling_gap = "5us";
  bool posix_io = false;
  bool openmp = false;
  bool analyze = false;
  std::vector<std::string> command;
};

/// Adds the command with its options, which are stored in `options` when the command line is read.
CLI::App* add_record_options(CLI::App& app, RecordOptions& options);

}  // namespace latecomer::cli
