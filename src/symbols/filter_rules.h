// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "symbols/source_frame.h"

namespace latecomer::symbols {

/// Decides which functions are not recorded, as Score-P's filter files say it:
///
///     SCOREP_REGION_NAMES_BEGIN
///       EXCLUDE *                      # patterns as a shell has them; blanks in names have a \ before them
///       INCLUDE main solve* MANGLED _ZN4grid*
///     SCOREP_REGION_NAMES_END
///     SCOREP_FILE_NAMES_BEGIN
///       EXCLUDE */vendor/*
///     SCOREP_FILE_NAMES_END
///
/// Of the rules for functions, the last one that matches decides, and so it is for files. Where none matches,
/// a function is recorded. One that is excluded by its file is not, whatever the rules for functions say.
class FilterRules {
 public:
  /// Reads a filter file. The error names the line.
  static Result<FilterRules> read(const std::string& path);

  /// Returns whether the function is not recorded. A rule matches a function by its name as shown or, in C++,
  /// with its parameters, or as linkers know it; one that is MANGLED by the last of these only.
  bool excludes(const SourceFrame& function) const;

 private:
  struct Rule {
    bool excludes = false;
    bool mangled = false;
    std::string pattern;
  };
  class Parser;

  std::vector<Rule> functions_;
  std::vector<Rule> files_;
};

}  // namespace latecomer::symbols
