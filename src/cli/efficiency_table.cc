// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <string>

#include "cli/summary_parts.h"
#include "cli/text.h"
#include "findings/efficiencies.h"
#include "query/space.h"

namespace latecomer::cli {

using namespace findings;
using namespace query;
using namespace report;

std::string efficiency_table(const Space& space) {
  const std::optional<Efficiencies> found = pop_efficiencies(space);
  if (!found) return "";
  const Efficiencies& is = *found;
  const int digits = decimals(is.run_seconds);
  const auto line = [&](const char* name, double value, double part, double whole, const char* how) {
    return fmt::format("  {:<21}{:>6.1f} % = {:.{}f} / {:.{}f} s  {}\n", name, 100 * value, part, digits,
                       whole, digits, how);
  };
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
         fmt::format("  * on an instant network; estimated as {}\n",
                     is.computation_on_critical_path > most ? "the computation on the critical path"
                                                            : "the largest computation of a thread");
}

}  // namespace latecomer::cli
