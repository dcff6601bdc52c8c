// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/program.h"

#include "cubepl/syntax.h"

namespace latecomer::cubepl {

const std::vector<MetricReference>& Program::metrics() const {
  return syntax_->metrics;
}
const std::vector<MetricDefinition>& Program::definitions() const {
  return syntax_->definitions;
}
const std::vector<std::string>& Program::process_variables() const {
  return syntax_->process_variables;
}

}  // namespace latecomer::cubepl
