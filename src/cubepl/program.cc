// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/program.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "cubepl/parser.h"
#include "cubepl/syntax.h"

namespace latecomer::cubepl {

Result<Program> parse(std::string_view text, const std::string& what) {
  constexpr size_t kLongest = 4'000'000;
  if (text.size() > kLongest) return error_at(what, {}, "the expression is too long");
  TRY(Syntax syntax, Parser(text, what).parse());
  return Program(std::make_shared<const Syntax>(std::move(syntax)));
}

const std::vector<MetricReference>& Program::metrics() const {
  return syntax_->metrics;
}
const std::vector<MetricDefinition>& Program::definitions() const {
  return syntax_->definitions;
}
const std::set<std::string>& Program::process_variables() const {
  return syntax_->process_variables;
}

Error error_at(const std::string& what, Place place, std::string_view message) {
  return Error{printable_line(fmt::format("{}: {} at {}:{}", what, message, place.line, place.column))};
}

}  // namespace latecomer::cubepl
