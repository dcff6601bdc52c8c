// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace latecomer::cli {

// Everything that commands print goes through these, because names of programs, files and reports may hold
// control characters: terminals would obey them.

/// Says that standard output takes no more, because its disk is full or it is closed.
class OutputLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Prints to standard output. Throws OutputLost, at the latest in `flush_out`, where that is not taken.
void put_out(std::string_view text);
/// Flushes standard output; throws OutputLost.
void flush_out();
/// Prints lines of our own to standard error as they are. A failure to print is ignored.
void put_note(std::string_view lines);
/// Prints one line to standard error: "latecomer: run1: No such file or directory". It prints nothing if the
/// message is empty, as the errors are of ranks for which another one prints.
void put_error(std::string_view message);

/// Returns what an exception says, as an error's line.
std::string line_of(const std::exception& problem);

/// Lets no file that is opened later take the number of a standard stream that is closed: what is printed
/// would go into it.
void occupy_closed_streams();

/// Returns the exit code of `command`; if it ends with an exception, or what it printed is not taken, a line
/// about that is printed and the code is 1.
int guarded(const std::function<int()>& command);

}  // namespace latecomer::cli
