// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "algebra/kept_files.h"

#include <memory>
#include <set>

namespace latecomer::algebra {

using namespace report;

std::vector<std::string> keep_files(Alignment& alignment) {
  const bool is_same_run =
      alignment.operands.size() == 1 && is_numbered_alike(alignment.report, alignment.operands.front());
  std::set<std::string> left_out;
  for (const Operand& operand : alignment.operands) {
    for (const std::string& name : operand.report->file_names()) {
      const std::shared_ptr<const std::string> content = operand.report->file(name);
      if (content != nullptr && (is_same_run || name == kSpecification))
        alignment.report.files.try_emplace(name, *content);
      else
        left_out.insert(name);
    }
  }
  return {left_out.begin(), left_out.end()};
}

}  // namespace latecomer::algebra
