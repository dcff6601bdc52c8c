// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/record_options.h"

#include <CLI/CLI.hpp>

#include "cli/rank_list.h"
#include "cli/times.h"

namespace latecomer::cli {

namespace {

std::string require_depth(const std::string& text) {
  const bool depth = text == "off" || CLI::Range(1, 10000)(text).empty();
  return depth ? "" : "has to be a number of calls from 1 to 10000, or off";
}

std::string require_rate(const std::string& text) {
  const bool rate = text == "off" || CLI::Range(1, 10000)(text).empty();
  return rate ? "" : "has to be a number of samples a second from 1 to 10000, or off";
}

std::string require_duration(const std::string& text) {
  return nanoseconds(text).value_or(0) > 0 ? "" : "has to be a time, as 60s, 5m or 1h";
}

}  // namespace

CLI::App* add_record_options(CLI::App& app, RecordOptions& options) {
  CLI::App* command =
      app.add_subcommand("record", "Run a program, most often one that uses MPI, and record what it does");
  command->footer("Example: latecomer record --analyze -- mpiexec -n 4 ./app arguments");
  command->add_option("-o,--output", options.output,
                      "Directory for the archive (default: the next free runN)");
  command->add_option("--mpi", options.mpi, "The program's MPI, where it does not tell")
      ->check(CLI::IsMember({"mpich", "openmpi", "abi", "none"}));
  command
      ->add_option("--stacks", options.stacks,
                   "Of how many calls, innermost first, the stack of every MPI call is recorded, or off")
      ->check(require_depth)
      ->type_name("DEPTH|off")
      ->capture_default_str();
  command
      ->add_option(
          "--sample", options.sample,
          "How often a second of its processor time a thread's stack is sampled between MPI calls, or "
          "off")
      ->check(require_rate)
      ->type_name("RATE|off")
      ->capture_default_str();
  command
      ->add_option("--filter", options.filter,
                   "Which functions of programs built with -finstrument-functions are recorded: a filter "
                   "file as Score-P has it")
      ->check(CLI::ExistingFile);
  command
      ->add_option(
          "--fold", options.fold,
          "Of such programs, functions that take less time, and have no event in them, are a part of "
          "their callers: 500ns, 1us, ...")
      ->check(require_time)
      ->type_name("TIME");
  command
      ->add_option(
          "--ranks", options.ranks,
          "Of which ranks of MPI_COMM_WORLD events are recorded, as 0,4-7; what others did is not known then")
      ->check(require_ranks)
      ->type_name("LIST");
  command
      ->add_option("--from", options.from,
                   "Records from the first begin of a region or phase that the program marks (latecomer.h): "
                   "\"iteration 3\"")
      ->type_name("PHASE");
  command
      ->add_option("--to", options.to,
                   "Records to the first end of such a region or phase, from there on nothing")
      ->type_name("PHASE");
  command->add_flag(
      "--mpi-only", options.mpi_only,
      "Records calls of MPI alone: no samples, no functions, no waiting of threads for each other");
  command->add_flag(
      "--local-calls", options.local_calls,
      "Records each call that neither communicates nor waits, too (MPI_Comm_rank, MPI_Get_count, "
      "...), which takes 100 ns and 32 bytes; otherwise they are counted only, in 1 ns");
  command->add_flag(
      "--estimate", options.estimate,
      "Says what recording costs: events and bytes a second, by region, and a filter that halves it");
  command
      ->add_option(
          "--polling-gap", options.polling_gap,
          "Unsuccessful tests of the same requests (MPI_Test, MPI_Iprobe, ...) with at most this time "
          "between them are recorded as one call; 0s: each by itself")
      ->check(require_time)
      ->type_name("TIME")
      ->capture_default_str();
  command
      ->add_option("--timeout", options.timeout,
                   "How long the program may run: 60s, 5m, 1h, ...; then it is ended, and its archive holds "
                   "everything up to that moment")
      ->check(require_duration)
      ->type_name("TIME");
  command
      ->add_option("--scratch", options.scratch,
                   "Directory, on each node, for the recording while the program runs (default: with the "
                   "archive, or where "
                   "that is on a network file system, one of the node)")
      ->check(CLI::ExistingDirectory);
  command
      ->add_option(
          "--max-size", options.max_size,
          "How much of the disk a process's recording and its part of the archive may take together, as "
          "500MB or 2GB; then the recording ends, and the program goes on")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("SIZE");
  command
      ->add_flag("--openmp", options.openmp,
                 "Record the OpenMP threads of a program built with gcc, too, by running it on LLVM's OpenMP "
                 "library, libomp, in place of libgomp; those of LLVM's compilers are recorded anyway")
      ->excludes("--mpi-only");
  command->add_flag("--posix-io", options.posix_io,
                    "Record calls of the operating system that access files, too: open, read, write, ...");
  command->add_flag(
      "--kernel", options.kernel,
      "Record the scheduler of this node, too, as root and by perf: why threads had no core, who ran there "
      "instead, what ended their waiting");
  command->add_flag("--analyze", options.analyze,
                    "Analyze the archive when the program has ended, and print the summary");
  command->add_option("command", options.command, "What runs the program, with all its arguments")
      ->required();
  command->positionals_at_end();
  return command;
}

}  // namespace latecomer::cli
