// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/api.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/json.h"
#include "base/printable.h"
#include "serve/memory_needed.h"
#include "serve/predictions.h"
#include "serve/source_answer.h"

namespace latecomer::serve {

namespace {

constexpr std::string_view kHealth = "health";
constexpr std::string_view kBulk = "bulk";
constexpr std::string_view kSourceText = "source_text";
constexpr std::string_view kScaling = "scaling";
constexpr size_t kMostInBulk = 64;

AnswerPtr shared(Answer answer) {
  return std::make_shared<const Answer>(std::move(answer));
}

bool is_one_of(std::string_view name, const auto& names) {
  return std::ranges::find(names, name) != names.end();
}

/// Returns whether a request is "predictions", say, or "predictions/1".
bool is_at_or_below(std::string_view name, std::string_view what) {
  return name.starts_with(what) && (name.size() == what.size() || name[what.size()] == '/');
}

}  // namespace

AnswerPtr Api::answer(std::string_view path, Parameters parameters, MemoryShare& memory) {
  if (!path.starts_with(kPrefix))
    return shared(error_answer(404, fmt::format("there is nothing at {}; what there is begins with {}",
                                                printable_line(path), kPrefix)));
  const std::string_view name = path.substr(kPrefix.size());
  const bool is_of_second = reports_.size() > 1 && name.starts_with(kSecond);
  const std::string_view what = name.substr(is_of_second ? kSecond.size() : 0);
  if (predictions_ != nullptr && is_at_or_below(name, Predictions::kName))
    return predictions_->answer(name, std::move(parameters), memory);
  if (name == kHealth) return shared(health(parameters));
  if (name == kBulk) return shared(bulk(parameters, memory));
  if (name == kScaling) return shared(scaling(parameters, memory));
  if (what == kSourceText) return shared(source_text(is_of_second, parameters, memory));
  if (is_one_of(what, TimelineAnswers::names()))
    return shared(reports_[is_of_second ? 1 : 0].timeline.answer(what, parameters, memory));
  const std::vector<std::string> kinds = request_names(engine_.reports());
  if (!is_one_of(name, kinds))
    return shared(
        error_answer(404, fmt::format("there is no {}; below {} there are {}, {}", printable_line(path),
                                      kPrefix, fmt::join(kinds, ", "), fmt::join(names(), ", "))));
  const Result<Request> asked = parse_request(engine_.reports(), name, parameters);
  if (!asked) return shared(error_answer(400, printable_line(asked.error().message)));
  if (const Status room = memory.take(memory_needed(engine_.reports(), *asked)); !room)
    return shared(error_answer(503, room.error().message));
  return engine_.ask({*asked}).front();
}

/// Returns the names of requests that the engine does not answer.
Names Api::names() const {
  Names all = TimelineAnswers::names();
  all.insert(all.end(), {kSourceText, kBulk, kHealth});
  if (predictions_ != nullptr) all.push_back(Predictions::kName);
  if (scaling_) all.push_back(kScaling);
  return all;
}

Answer Api::scaling(const Parameters& parameters, MemoryShare& memory) const {
  if (!parameters.empty()) return error_answer(400, "scaling has no parameters");
  if (!scaling_)
    return error_answer(404, "how a program scales is answered where three runs of it or more are served");
  const Result<std::string>& known = *scaling_;
  if (!known) return error_answer(404, printable_line(known.error().message));
  if (const Status room = memory.take(known->size()); !room) return error_answer(503, room.error().message);
  return ok_answer(*known);
}

Answer Api::health(const Parameters& parameters) const {
  if (!parameters.empty()) return error_answer(400, "health has no parameters");
  Json json = {{"status", "ok"},
               {"version", version_},
               {"ranks", engine_.ranks()},
               {"predictions", predictions_ != nullptr && predictions_->are_possible()},
               {"scaling", scaling_.has_value()},
               {"report", reports_.front().file.string()}};
  if (reports_.size() > 1) json["second"] = reports_[1].file.string();
  return ok_answer(json);
}

/// Answers with a source text, without the engine, whose ranks need not have the file.
Answer Api::source_text(bool is_of_second, const Parameters& parameters, MemoryShare& memory) const {
  if (parameters.size() != 1 || parameters.count("file") != 1)
    return error_answer(400, "source_text has no parameter but file, and needs that once");
  const Reports reports = engine_.reports();
  return source_answer(is_of_second ? *reports.second : reports.first, reports_[is_of_second ? 1 : 0].file,
                       parameters.begin()->second, memory);
}

/// Answers several requests, in their order; one that is wrong does not keep the others from being answered.
Answer Api::bulk(const Parameters& parameters, MemoryShare& memory) {
  if (parameters.size() != parameters.count("request"))
    return error_answer(400, "bulk has no parameter but request");
  if (parameters.empty() || parameters.size() > kMostInBulk)
    return error_answer(400, fmt::format("bulk has from 1 to {} requests", kMostInBulk));
  std::vector<Request> asked;
  std::vector<std::optional<Answer>> wrong;
  uint64_t bytes = 0;
  for (const auto& [name, text] : parameters) {
    const Result<Request> request = parse_request(engine_.reports(), text);
    wrong.push_back(request ? std::nullopt
                            : std::optional(error_answer(400, printable_line(request.error().message))));
    if (!request) continue;
    asked.push_back(*request);
    bytes += memory_needed(engine_.reports(), *request);
  }
  if (const Status room = memory.take(bytes); !room) return error_answer(503, room.error().message);
  const std::vector<AnswerPtr> answers = engine_.ask(asked);
  std::vector<std::string> texts;
  size_t next = 0;
  for (const std::optional<Answer>& each : wrong) {
    const Answer& answer = each ? *each : *answers[next++];
    texts.push_back(fmt::format("{{\"status\":{},\"answer\":{}}}", answer.status,
                                std::string_view(answer.body).substr(0, answer.body.size() - 1)));
  }
  return ok_answer(fmt::format("{{\"answers\":[{}]}}\n", fmt::join(texts, ",")));
}

}  // namespace latecomer::serve
