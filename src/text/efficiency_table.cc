// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <string>

#include "findings/efficiencies.h"
#include "query/space.h"
#include "text/summary_parts.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace query;
using namespace report;

namespace {

/// Returns "  Load balance           75.0 % = 6.00 s / 8.00 s  mean / largest".
std::string line(const char* name, double value, double part, double whole, const char* how) {
  return fmt::format("  {:<21}{:>6.1f} % = {} / {}  {}\n", name, 100 * value, with_unit(part),
                     with_unit(whole), how);
}

std::string quotient_line(const char* name, double value, const char* how) {
  return fmt::format("  {:<21}{:>6.1f} % = {}\n", name, 100 * value, how);
}

std::string hybrid_lines(const HybridEfficiencies& is, double run) {
  const double mean = is.mean_outside_mpi;
  const double most = is.largest_outside_mpi;
  return "The same as what MPI and what threads (OpenMP) make of it\n" +
         line("MPI", is.mpi_parallel, mean, run, "mean / run time") +
         line("  Load balance", is.mpi_load_balance, mean, most, "mean / largest") +
         line("  Communication", is.mpi_communication, most, run, "largest / run time") +
         quotient_line("Threads", is.thread_parallel, "parallel efficiency / that of MPI") +
         quotient_line("  Load balance", is.thread_load_balance, "load balance / that of MPI") +
         quotient_line("  Communication", is.thread_communication, "communication / that of MPI") +
         "  mean and largest: of the time of each process's first thread outside of MPI\n";
}

/// Says how the ideal time is known.
const char* how_ideal(const Efficiencies& is) {
  if (is.is_ideal_replayed) return "by replay";
  return is.computation_on_critical_path > is.largest_computation
             ? "estimated as the computation on the critical path"
             : "estimated as the largest computation of a thread";
}

}  // namespace

std::string efficiency_table(const Space& space) {
  const std::optional<Efficiencies> found = pop_efficiencies(space);
  if (!found) return "";
  const Efficiencies& is = *found;
  const double mean = is.mean_computation;
  const double most = is.largest_computation;
  const double run = is.run_seconds;
  return "How efficient it was (the POP efficiencies; 100 % is best)\n" +
         line("Parallel efficiency", is.parallel, mean, run, "mean / run time") +
         line("  Load balance", is.load_balance, mean, most, "mean / largest") +
         line("  Communication", is.communication, most, run, "largest / run time") +
         line("    Serialization", is.serialization, most, is.ideal_seconds, "largest / ideal time *") +
         line("    Transfer", is.transfer, is.ideal_seconds, run, "ideal time / run time") +
         "  mean and largest: of the threads' computation\n" +
         fmt::format("  * on an instant network; {}\n", how_ideal(is)) +
         (is.hybrid ? hybrid_lines(*is.hybrid, run) : "");
}

}  // namespace latecomer::text
