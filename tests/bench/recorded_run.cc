// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "recorded_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "child_process.h"

namespace latecomer::bench {
namespace {

const std::string kArchive = std::string(LATECOMER_BENCH_DATA) + "/recorded";

Command recording_of(const Command& run, const Command& options) {
  std::filesystem::remove_all(kArchive);
  Command command = {LATECOMER_PROGRAM, "record", "-o", kArchive};
  command.insert(command.end(), options.begin(), options.end());
  command.emplace_back("--");
  command.insert(command.end(), run.begin(), run.end());
  return command;
}

Result<double> seconds_in(const std::string& output, const Command& command) {
  double seconds = 0;
  if (!(std::istringstream(output) >> seconds)) return Error{fmt::format("{}: says no time", command.back())};
  return seconds;
}

Result<SecondsByName> named_seconds_in(const std::string& output, const Command& command) {
  SecondsByName all;
  std::istringstream lines(output);
  std::string name;
  double seconds = 0;
  while (lines >> name >> seconds) all[name] = seconds;
  if (all.empty()) return Error{fmt::format("{}: says no times", command.back())};
  return all;
}

}  // namespace

Result<std::string> output_of_run(const Command& command) {
  const std::string output = std::string(LATECOMER_BENCH_DATA) + "/output";
  Command quiet = {"sh", "-c", "exec \"$@\" 2> /dev/null", "sh"};
  quiet.insert(quiet.end(), command.begin(), command.end());
  TRY_STATUS(run_child(quiet, output));
  std::ostringstream text;
  text << std::ifstream(output).rdbuf();
  return text.str();
}

Result<std::string> output_recorded(const Command& run, const Command& options) {
  return output_of_run(recording_of(run, options));
}

Result<double> seconds_of_run(const Command& command) {
  TRY(const std::string output, output_of_run(command));
  return seconds_in(output, command);
}

Result<double> seconds_recorded(const Command& run, const Command& options) {
  TRY(const std::string output, output_recorded(run, options));
  return seconds_in(output, run);
}

Result<SecondsByName> named_seconds_of_run(const Command& command) {
  TRY(const std::string output, output_of_run(command));
  return named_seconds_in(output, command);
}

Result<SecondsByName> named_seconds_recorded(const Command& run, const Command& options) {
  TRY(const std::string output, output_recorded(run, options));
  return named_seconds_in(output, run);
}

double bytes_of_archive() {
  double bytes = 0;
  for (const std::filesystem::directory_entry& each :
       std::filesystem::recursive_directory_iterator(kArchive)) {
    if (each.is_regular_file()) bytes += static_cast<double>(each.file_size());
  }
  return bytes;
}

}  // namespace latecomer::bench
