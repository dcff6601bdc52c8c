// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/path_change.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/parse_number.h"

namespace latecomer::serve {

namespace {

const Choices<std::string> kOptions = {{"balance", "balance"},
                                       {"balance-each", "balance-each"},
                                       {"even", "even"},
                                       {"scale", "scale"},
                                       {"remove", "remove"}};

}  // namespace

Result<PathChange> parse_change(const report::Report& report, const Parameters& parameters) {
  TRY_STATUS(check_names("predictions", {"change", "call_path", "factor"}, parameters));
  const ParameterReader reader(parameters);
  if (!reader.text("change")) return Error{fmt::format("a change is needed: change={}", names_of(kOptions))};
  if (!reader.text("call_path"))
    return Error{"a call path is needed: call_path=POSITION; /api/v1/report lists them"};
  PathChange change;
  TRY(change.option, reader.choice<std::string>("change", kOptions, ""));
  TRY(change.path, reader.position<report::CallPathId>("call_path", report.call_paths.size()));
  const std::optional<std::string> factor = reader.text("factor");
  if (factor.has_value() != (change.option == "scale"))
    return Error{"factor is needed for change=scale, and for nothing else"};
  if (!factor) return change;
  const std::optional<double> value = parse_number<double>(*factor);
  if (!value || !(*value >= 0) || std::isinf(*value))
    return Error{fmt::format("factor={}: it can be a number, 0 or more", *factor)};
  change.factor = *value;
  return change;
}

}  // namespace latecomer::serve
