// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "symbols/module.h"
#include "trace/code_address.h"

namespace latecomer::symbols {

/// Holds the files that addresses are in, each opened at its first use.
class Modules {
 public:
  /// Returns what Module::frames_at does; nothing where the file cannot be used.
  std::vector<SourceFrame> frames_at(const trace::CodeAddress& address);
  /// Returns why files could not be used, a line each; once.
  std::vector<std::string> take_problems() { return std::exchange(problems_, {}); }

 private:
  std::map<std::pair<std::string, std::string>, std::optional<Module>> modules_;
  std::vector<std::string> problems_;
};

}  // namespace latecomer::symbols
