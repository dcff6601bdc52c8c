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

/// The files that addresses are in, each opened when it is asked for first.
class Modules {
 public:
  /// As Module::frames_at; nothing where the file cannot be used.
  std::vector<SourceFrame> frames_at(const trace::CodeAddress& address);
  /// Why files could not be used, a line each; once.
  std::vector<std::string> take_problems() { return std::exchange(problems_, {}); }

 private:
  std::map<std::pair<std::string, std::string>, std::optional<Module>> modules_;  ///< by path and build id
  std::vector<std::string> problems_;
};

}  // namespace latecomer::symbols
