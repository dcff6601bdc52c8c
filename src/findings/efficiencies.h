// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <vector>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Holds POP's hybrid efficiencies. Those of MPI are of the time that each process's first thread is outside
/// of MPI calls; those of threads are what the efficiencies of all threads are beyond these: parallel = MPI's
/// parallel x threads' parallel, and so for load balance and communication.
struct HybridEfficiencies {
  double mpi_parallel = 0;         ///< Is mean time outside of MPI / run time.
  double mpi_load_balance = 0;     ///< Is mean / largest time outside of MPI.
  double mpi_communication = 0;    ///< Is largest time outside of MPI / run time.
  double thread_parallel = 0;      ///< Is parallel / MPI's.
  double thread_load_balance = 0;  ///< Is load balance / MPI's; above 1 where threads even out the processes.
  double thread_communication = 0;  ///< Is communication / MPI's.
  double mean_outside_mpi = 0;      ///< Is in seconds, over the processes.
  double largest_outside_mpi = 0;
};

/// Holds the efficiencies of the POP project (Performance Optimisation and Productivity). Each is a ratio, 1
/// is best, and each is the product of the two below it: parallel = load balance x communication,
/// communication = serialization x transfer.
struct Efficiencies {
  double parallel = 0;       ///< Is mean computation of the threads / run time.
  double load_balance = 0;   ///< Is mean computation / largest computation.
  double communication = 0;  ///< Is largest computation / run time.
  double serialization = 0;  ///< Says what waiting costs: largest computation / ideal time.
  double transfer = 0;       ///< Says what moving data costs: ideal time / run time.

  double run_seconds = 0;
  double mean_computation = 0;  ///< Is in seconds, over the threads.
  double largest_computation = 0;
  double computation_on_critical_path = 0;
  /// Is the run time on an instant network: by replay, or else estimated as the computation on the critical
  /// path, but at least the largest computation.
  double ideal_seconds = 0;
  bool is_ideal_replayed = false;
  /// Is there only if there are several processes, one of which has several threads.
  std::optional<HybridEfficiencies> hybrid;
};

/// Computes the efficiencies from the rows of a whole report. It returns nothing where the report does not
/// have the run time, the computation or the critical path.
std::optional<Efficiencies> pop_efficiencies(const query::Space& space);

/// Returns the efficiencies of windows of one length, from the run's begin to its end, each as if it were a
/// run: its ideal time is that of the thread that then has most to do of what is in the window. Returns none
/// where the ideal times are not known by replay. They do not have the computation on the critical path.
std::vector<Efficiencies> efficiencies_over_time(const query::Space& space);

}  // namespace latecomer::findings
