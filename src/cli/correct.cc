// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "analyze/retimed_trace.h"
#include "base/printable.h"
#include "cli/clock_options.h"
#include "cli/commands.h"
#include "cli/on_ranks.h"
#include "cli/open_trace.h"
#include "cli/put_out.h"
#include "cli/write_retimed.h"
#include "otf2/archive_files.h"
#include "otf2/rewrite_archive.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace text;

namespace {

struct CorrectOptions {
  std::string trace;
  std::string output;
  analyze::ClockOptions clocks;
};

std::string count(int64_t n, const char* noun, const char* plural = nullptr) {
  return count_of(static_cast<size_t>(n), noun, plural);
}

/// Says what was known of the clocks, what they contradicted, and what it took to correct that.
std::string describe_clocks(const report::ClockReport& clocks) {
  int64_t shifted = 0;
  for (const report::ClockPair& pair : clocks.pairs) shifted += pair.events_shifted;
  const int64_t found = report::total(clocks.found());
  const int64_t left = report::total(clocks.left());
  const int64_t checked = report::total(clocks.checked);
  std::string text;
  if (clocks.interpolated && clocks.offsets > 0)
    text += fmt::format("Clocks   {} interpolated\n", count(clocks.offsets, "recorded offset"));
  if (checked > 0) {
    text += fmt::format("Checked  {}: {} violated, {} left{}\n", count(checked, "clock condition"), found,
                        left, left > 0 && !clocks.corrected ? " (--clocks=auto corrects them)" : "");
  }
  if (clocks.corrected && shifted > 0) {
    text += fmt::format("Shifted  {}, by at most {}\n",
                        count(shifted, "event of communication", "events of communication"),
                        with_unit(clocks.largest_shift));
  }
  return text;
}

std::string describe_times(const otf2::RewrittenArchive& written, uint64_t ticks_per_second,
                           bool is_consistent) {
  if (written.moved == 0) {
    return fmt::format("Times    as recorded for {}: {}\n", count_of(written.events, "event"),
                       is_consistent ? "nothing had to be changed" : "nothing was changed");
  }
  const double largest =
      static_cast<double>(written.largest_move.count) / static_cast<double>(ticks_per_second);
  return fmt::format("Times    new for {} of {}, at most {} from the recorded ones\n", written.moved,
                     count_of(written.events, "event"), with_unit(largest));
}

Status correct(const CorrectOptions& options, Comm& comm) {
  if (comm.size() > 1) return Error{"correct runs as one process; start it without mpiexec"};
  TRY(const std::unique_ptr<trace::Trace> recorded, open_trace(options.trace));
  TRY_STATUS(otf2::make_empty_directory(options.output));  // before the work, not after it
  Timings timings;
  const analyze::RetimedTrace corrected = analyze::correct(*recorded, options.clocks, comm, timings);
  TRY(const otf2::RewrittenArchive written,
      write_retimed(options.trace, *recorded, *corrected.trace, options.output));
  put_out(fmt::format("Trace    {}\n{}{}Written  {}\n(next: latecomer analyze {})\n",
                      printable_line(options.trace), describe_clocks(corrected.report),
                      describe_times(written, recorded->definitions().ticks_per_second,
                                     report::total(corrected.report.left()) == 0),
                      printable_line(written.anchor), printable_line(shell_word(options.output))));
  return {};
}

}  // namespace

void add_correct_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<CorrectOptions> options = std::make_shared<CorrectOptions>();
  CLI::App* command =
      app.add_subcommand("correct", "Write a copy of a trace whose clocks do not contradict each other");
  command->add_option("trace", options->trace, "OTF2 archive: its directory or its .otf2 file")->required();
  command
      ->add_option("-o,--output", options->output,
                   "Directory for the new archive: has to be empty, or is made")
      ->required();
  add_clock_options(*command, options->clocks);
  command->footer(
      "Examples:\n"
      "  latecomer correct run1 -o run1-corrected\n"
      "  latecomer correct run1 -o run1-global --clocks=interpolate\n"
      "                                          only what the recorded offsets say\n\n"
      "latecomer analyze corrects the clocks by itself; the new archive is for other\n"
      "tools. All but times stays as it was, and the recorded clock offsets are left\n"
      "out because the new times contain them.");
  run_when_called(*command, exit_code,
                  [options] { return on_all_ranks([&](Comm& comm) { return correct(*options, comm); }); });
}

}  // namespace latecomer::cli
