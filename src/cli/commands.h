// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>

#include "base/result.h"

namespace CLI {
class App;
}

namespace latecomer::cli {

/// These functions add one subcommand each, whose callback does the work and sets `exit_code`: 0 done, 1 the
/// input is unusable (one line on standard error says what, where and what to do). Wrong usage is CLI11's,
/// with exit code 2. The exit code of record is the recorded program's, unless that is 0 and there is no
/// archive: then 1. That of compare is 3 where what --fail-if says has come true.
void add_record_command(CLI::App& app, int& exit_code);
void add_analyze_command(CLI::App& app, int& exit_code);
void add_show_command(CLI::App& app, int& exit_code);
void add_advise_command(CLI::App& app, int& exit_code);
void add_report_command(CLI::App& app, int& exit_code);
void add_view_command(CLI::App& app, int& exit_code);
void add_serve_command(CLI::App& app, int& exit_code);
void add_compare_command(CLI::App& app, int& exit_code);
void add_scaling_command(CLI::App& app, int& exit_code);
void add_correct_command(CLI::App& app, int& exit_code);
void add_print_command(CLI::App& app, int& exit_code);
void add_export_command(CLI::App& app, int& exit_code);
void add_query_command(CLI::App& app, int& exit_code);
void add_whatif_command(CLI::App& app, int& exit_code);
void add_rebalance_command(CLI::App& app, int& exit_code);
void add_generate_command(CLI::App& app, int& exit_code);

/// Lets a subcommand call `run`, whose error is printed in a line, with exit code 1.
void run_when_called(CLI::App& command, int& exit_code, const std::function<Status()>& run);

}  // namespace latecomer::cli
