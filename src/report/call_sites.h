// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace latecomer::report {

/// Begins the keys of attributes that name directories of the program's own code.
inline constexpr std::string_view kOwnDirectories = "latecomer.own";

/// Returns whether a file is the address, "wave+0x11a9", that stands for a line that is not known.
bool is_address(std::string_view file);

/// Distinguishes the program's own code from that of libraries, and what headers of libraries inline into it.
class OwnCode {
 public:
  explicit OwnCode(const Report& report);

  /// Returns whether a call site is in own code. `code` is the file that has the function with the call site:
  /// the source or, where that is not known, the program or library.
  bool has(std::string_view file, int64_t line, std::string_view code) const;
  /// Returns whether a file of source, program or library is not installed, or lies in an own directory.
  bool has_file(std::string_view file) const;

 private:
  std::vector<std::string> named_;    ///< Has directories that the user names.
  std::vector<std::string> of_main_;  ///< Has those of main, in which libraries can be installed, too.
  /// Says that sources without a directory of this system, "stdio/printf.c", are not the program's, which
  /// has directories: so libraries name theirs that were built elsewhere.
  bool is_named_in_full_ = false;
};

/// Returns for each call path the nearest one on the way to it, beginning with itself, that was called in own
/// code: at a known line if there is one, else at an address in a function with a name. Invalid where there
/// is none, or it is not known where the call path itself was called, or it is a gap of own code, whose name
/// has its lines.
std::vector<CallPathId> own_sites(const Report& report);

}  // namespace latecomer::report
