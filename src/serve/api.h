// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "serve/engine.h"
#include "serve/memory_budget.h"
#include "serve/parameters.h"
#include "serve/timeline_answers.h"

namespace latecomer::serve {

/// Holds what a server knows of a report beside what the engine does.
struct ServedReport {
  std::filesystem::path file;
  TimelineAnswers timeline;
};

class Predictions;

/// Is what `latecomer scaling --json` prints of all runs that are brought together, or why they do not fit
/// together; nothing where there is one report, or two are compared.
using Scaling = std::optional<Result<std::string>>;

/// Answers whatever may be asked for, as docs/api.md says. Any thread may call it.
class Api {
 public:
  /// Serves the reports of the engine, which has to stay there, and predictions for the first one, which are
  /// null where nothing is said of them. `version` is that of the program.
  Api(Engine& engine, std::vector<ServedReport> reports, std::string version,
      Predictions* predictions = nullptr, Scaling scaling = {})
      : engine_(engine),
        reports_(std::move(reports)),
        version_(std::move(version)),
        predictions_(predictions),
        scaling_(std::move(scaling)) {}

  static constexpr std::string_view kPrefix = "/api/v1/";

  /// Waits for the answer, which takes up what is in `memory`. `path` is as in the URL.
  AnswerPtr answer(std::string_view path, Parameters parameters, MemoryShare& memory);

 private:
  Answer health(const Parameters& parameters) const;
  Answer source_text(bool is_of_second, const Parameters& parameters, MemoryShare& memory) const;
  Answer bulk(const Parameters& parameters, MemoryShare& memory);
  Answer scaling(const Parameters& parameters, MemoryShare& memory) const;
  Names names() const;

  Engine& engine_;
  std::vector<ServedReport> reports_;
  const std::string version_;
  Predictions* const predictions_;
  const Scaling scaling_;
};

}  // namespace latecomer::serve
