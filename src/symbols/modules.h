// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "symbols/module.h"
#include "trace/code_address.h"

namespace latecomer::symbols {

/// Holds the files that addresses are in, each opened at its first use. What a file lacks comes from the
/// servers that the environment names in DEBUGINFOD_URLS, as long as these take no longer than a minute in
/// all.
class Modules {
 public:
  Modules();

  /// Returns what Module::code_at does; nothing where the file cannot be used.
  SourceCode code_at(const trace::CodeAddress& address);
  /// Returns why files could not be used, a line each; once.
  std::vector<std::string> take_problems() { return std::exchange(problems_, {}); }

 private:
  std::map<std::pair<std::string, std::string>, std::optional<Module>> modules_;
  std::vector<std::string> problems_;
  std::chrono::steady_clock::duration opening_{};  ///< Is how long files took to be opened.
};

}  // namespace latecomer::symbols
