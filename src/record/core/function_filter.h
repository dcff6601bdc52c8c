// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"
#include "record/core/filter_module.h"
#include "trace/code_address.h"

namespace latecomer::record {

/// Says which functions are not recorded. Finding their names takes debug information, so a library of its
/// own does so, filter.so beside the recorder.
class FunctionFilter {
 public:
  /// Loads `rules`, a filter file as symbols/filter_rules.h describes it.
  static Result<FunctionFilter> load(const std::string& rules);

  /// Returns whether a function is not recorded; one call at a time. The first call for a module takes as
  /// long as it takes to read the module's debug information.
  bool excludes(const trace::CodeAddress& function) const {
    return module_->excludes(opened_, function.module.c_str(), function.build_id.c_str(), function.offset);
  }

 private:
  FunctionFilter(const FilterModule* module, void* opened) : module_(module), opened_(opened) {}

  const FilterModule* module_;
  void* opened_;
};

}  // namespace latecomer::record
