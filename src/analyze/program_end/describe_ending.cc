// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the command that ran the program ended with says only that some process of it got a signal. Which one
// that was follows from where they were: who had a fault did work of its own, or was in a call with what it
// had been given, while the others waited for it. Cost: O(calls that did not end).

#include "analyze/program_end/describe_ending.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>

#include "report/locations.h"
#include "report/ranks_text.h"
#include "trace/archive_properties.h"

namespace latecomer::analyze {

namespace {

using report::Report;

struct Signal {
  int number;
  std::string_view text;
  bool is_fault = false;  ///< Says that the process that got it caused it; else somebody sent it.
};

/// These numbers are those of Linux.
constexpr std::array kSignals = {
    Signal{1, "SIGHUP: its terminal was closed"},
    Signal{2, "SIGINT: interrupted from the terminal"},
    Signal{3, "SIGQUIT: ended from the terminal"},
    Signal{4, "SIGILL: an instruction that the processor does not have", true},
    Signal{5, "SIGTRAP: a trap", true},
    Signal{6, "SIGABRT: abort, as after a failed assertion", true},
    Signal{7, "SIGBUS: an access to memory that is not there", true},
    Signal{8, "SIGFPE: an arithmetic error, as a division by zero", true},
    Signal{9, "SIGKILL: somebody killed it, or the system, as where memory is short"},
    Signal{11, "SIGSEGV: an access to an invalid address", true},
    Signal{15, "SIGTERM: somebody asked it to end"},
    Signal{24, "SIGXCPU: its processor time was used up"},
    Signal{31, "SIGSYS: a system call that is not allowed", true}};

const Signal* find_signal(int number) {
  const auto found = std::ranges::find(kSignals, number, &Signal::number);
  return found == kSignals.end() ? nullptr : &*found;
}

/// Returns the number behind `head`; 0: something else stands there.
int number_after(std::string_view text, std::string_view head) {
  int number = 0;
  if (text.starts_with(head)) std::from_chars(text.data() + head.size(), text.data() + text.size(), number);
  return number;
}

/// Says where those were that did work of their own: "rank 1 was in main (app.c:7 → …), all others in calls
/// of MPI".
std::string where_it_was(const EndOfProgram& end, const Report& report) {
  std::set<int64_t> working;
  std::set<report::CallPathId> paths;
  for (const OpenCall& call : end.calls) {
    if (!call.computing) continue;
    working.insert(static_cast<int64_t>(call.process.index()));
    paths.insert(call.path);
  }
  const size_t all = report::count_processes(report);
  if (working.empty()) return "No rank was in code of its own, all were in calls: see below.";
  const std::string ranks = report::ranks_text({working.begin(), working.end()}, all);
  if (working.size() > 1)
    return fmt::format("In which rank is not known: {} were in code of their own{}.", ranks,
                       paths.size() == 1 ? ", after the same call: " + report.path_name(*paths.begin()) : "");
  return fmt::format("It was in {}{}: {} was there{}.", report.path_name(*paths.begin()),
                     paths.size() > 1 ? " or another thread's code" : "", ranks,
                     all > 1 ? ", and no other one in code of its own" : "");
}

}  // namespace

std::vector<std::string> describe_ending(const trace::Definitions& definitions, const EndOfProgram& end,
                                         const Report& report) {
  const auto found = definitions.properties.find(std::string(trace::kEndedBy));
  if (found == definitions.properties.end() || end.calls.empty()) return {};
  const std::string& by = found->second;
  if (const int number = number_after(by, trace::kEndedBySignal)) {
    const Signal* const signal = find_signal(number);
    std::vector<std::string> lines = {fmt::format("Signal {}{} ended the program.", number,
                                                  signal ? fmt::format(" ({})", signal->text) : "")};
    if (signal && signal->is_fault) lines.push_back(where_it_was(end, report));
    return lines;
  }
  if (const int code = number_after(by, trace::kEndedByExit))
    return {fmt::format("The program ended with exit code {} before all of its ranks had come to their end.",
                        code)};
  if (by.starts_with(trace::kEndedByTimeout))
    return {fmt::format("The program still ran after {}, so it was ended.",
                        by.substr(trace::kEndedByTimeout.size()))};
  return {};
}

}  // namespace latecomer::analyze
