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

/// Holds the options of `latecomer record`.
struct RecordOptions {
  std::string output;  ///< Is the directory to record to; empty: the first of run1, run2, … that is free.
  std::string mpi;     ///< Is the MPI's name; empty where the program's libraries decide.
  std::string stacks = "200";
  std::string sample = "250";
  std::string scratch;    ///< Is the scratch directory; empty where choose_scratch decides.
  uint64_t max_size = 0;  ///< Is the size of all files in bytes; 0: as much as there is room for.
  std::string filter;     ///< Is the path of a filter file; empty: all functions are recorded.
  std::string fold;       ///< Is the time below which functions are folded; empty: none is too short.
  std::string timeout;    ///< Is the time that the program may take; empty: it may run for ever.
  std::string ranks;      ///< Lists the ranks to record, as 0,4-7; empty: all.
  std::string from;       ///< Names the region or phase with which recording begins; empty: from the begin.
  std::string to;         ///< Names the region or phase with which recording ends; empty: to the end.
  bool mpi_only = false;
  bool local_calls = false;
  bool estimate = false;
  std::string polling_gap = "5us";
  bool posix_io = false;
  bool kernel = false;
  bool openmp = false;
  bool analyze = false;
  std::vector<std::string> command;
};

/// Adds the command with its options, which are stored in `options` when the command line is read.
CLI::App* add_record_options(CLI::App& app, RecordOptions& options);

}  // namespace latecomer::cli
