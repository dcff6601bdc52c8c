// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The page asks itself what it would ask a server (ui/src/state/kept_answers.ts): by the text of the request
// or, for windows of time, by what of them there is. The answers lie in it as a text: base64 of a gzip file
// of
//
//     length of the JSON | JSON: answers by request, windows with sizes | the windows, one after another
//
// Requests come in the order of their use to a reader, until the page would be too large.

#include "serve/page_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/json.h"
#include "findings/instances.h"
#include "serve/answer.h"
#include "serve/gzip.h"
#include "serve/memory_budget.h"
#include "serve/pages.h"
#include "serve/request.h"

namespace latecomer::serve {

using namespace report;

namespace {

constexpr size_t kMostBytes = size_t{24} << 20U;  ///< Is the size of all answers, not yet compressed.
constexpr size_t kMostPictured = 200;             ///< Is how many locations the picture of the whole run has.
constexpr size_t kMostInstances = 12;
constexpr int kFurther = 6;            ///< Counts wait states in a chain whose own causes are there as well.
constexpr size_t kMostInPicture = 40;  ///< Counts locations of a chain of causes.
constexpr std::string_view kMark = ">ANSWERS<";  ///< Is where the answers belong in the page.
constexpr int64_t kWidth = 1500;                 ///< Is the width of a picture in pixels.
constexpr int64_t kSmallWidth = 200;             ///< Is the width of a picture with many rows.
constexpr int64_t kMostCells = 50'000;           ///< Is rows times pixels.

std::string base64(const std::string& bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // EVP_EncodeBlock puts a 0 behind the text.
  const auto* const from = reinterpret_cast<const unsigned char*>(bytes.data());
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), from, static_cast<int>(bytes.size()));
  text.resize(static_cast<size_t>(size));
  return text;
}

/// Collects answers until there is no room for more.
class Answers {
 public:
  Answers(const query::Space& space, TimelineAnswers& timeline) : space_(space), timeline_(timeline) {}

  void add(const std::string& text) {
    if (json_.contains(text) || is_full()) return;
    const Result<Request> request = parse_request(space_.report(), text);
    if (!request) return;
    const Json& answered = json_[text] = answer(space_, *request);
    size_ += in_a_line(answered).size();
  }
  void add(const std::string& text, const Json& answer) { json_[text] = answer; }
  void add_timeline(const std::string& text) {
    const Answer answer = ask(text);
    const bool has_room = size_ + answer.body.size() <= kMostBytes;
    if (json_.contains(text) || answer.status != 200 || !has_room) return;
    json_[text] = Json::parse(answer.body);
    size_ += answer.body.size();
  }
  /// Adds what the four kinds of tables have of a window, as a picture of so many rows needs it.
  void add_window(const std::string& locations, size_t rows, int64_t from, int64_t to) {
    const int64_t width = std::clamp(kMostCells / static_cast<int64_t>(rows), kSmallWidth, kWidth);
    const uint64_t pixel = std::max<uint64_t>(1, static_cast<uint64_t>((to - from) / width));
    const uint64_t resolution = std::bit_floor(pixel);
    for (const std::string kind : {"window", "edges", "critical_path", "corrections"}) {
      std::string text = fmt::format("timeline/{}?from={}&to={}", kind, from, to);
      if (kind != "critical_path") text += "&locations=" + locations;
      if (kind != "corrections") text += fmt::format("&resolution={}", resolution);
      const Answer answer = ask(text);
      if (answer.status != 200 || size_ + answer.body.size() > kMostBytes) continue;
      windows_.push_back({{"kind", kind},
                          {"from", from},
                          {"to", to},
                          {"resolution", resolution},
                          {"size", answer.body.size()}});
      bytes_ += answer.body;
      size_ += answer.body.size();
    }
  }
  Answer ask(const std::string& text) const {
    const size_t name_end = std::min(text.find('?'), text.size());
    const std::string_view query = std::string_view(text).substr(std::min(text.size(), name_end + 1));
    MemoryBudget unlimited(UINT64_MAX);
    MemoryShare memory(unlimited);
    return timeline_.answer(text.substr(0, name_end), parse_query(query), memory);
  }
  bool is_full() const { return size_ > kMostBytes; }

  std::string packed() const {
    const std::string head = in_a_line({{"json", json_}, {"windows", windows_}});
    const auto length = static_cast<uint32_t>(head.size());
    std::string all(sizeof length, '\0');
    std::memcpy(all.data(), &length, sizeof length);
    return gzipped(all + head + bytes_);
  }

 private:
  const query::Space& space_;
  TimelineAnswers& timeline_;
  Json json_ = Json::object();
  Json windows_ = Json::array();
  std::string bytes_;
  size_t size_ = 0;
};

/// Adds what the explorer asks of a metric when nothing but it is selected, whether it is expanded or not.
void add_values(const Report& report, MetricId id, Answers& answers) {
  const Metric& metric = report.metrics[id.index()];
  const bool has_children =
      std::ranges::any_of(report.metrics, [&](const Metric& each) { return each.parent == id; });
  for (const std::string_view below : {"", "&child_metrics=excluded"}) {
    if (!below.empty() && (!has_children || !is_sum(metric))) continue;
    const std::string values = fmt::format("values?metric={}{}", metric.id, below);
    answers.add(values + "&by=call_path&callees=excluded");
    if (is_derived(metric)) answers.add(values + "&by=call_path&callees=included");
    answers.add(values + "&by=location");
    if (is_derived(metric)) {
      answers.add(values + "&by=rank");
      answers.add(values + "&by=node");
    }
    answers.add(fmt::format("statistics?metric={}{}&by=rank", metric.id, below));
    answers.add(values + "&by=region&callees=excluded");
  }
}

/// Adds what the explorer asks when a call path is selected as well: the ones with most of the metric.
void add_values_of_paths(const query::Space& space, MetricId id, Answers& answers) {
  constexpr size_t kPaths = 3;
  const std::string& metric = space.report().metrics[id.index()].id;
  const Result<Request> top =
      parse_request(space.report(), fmt::format("top?metric={}&by=call_path&limit={}", metric, kPaths));
  if (!top) return;
  const Json answered = answer(space, *top);
  for (const Json& each : answered["top"]) {
    for (const std::string_view callees : {"&callees=excluded", ""}) {
      const std::string scope = fmt::format("&call_path={}{}", each["position"].get<size_t>(), callees);
      answers.add(fmt::format("values?metric={}{}&by=location", metric, scope));
      answers.add(fmt::format("statistics?metric={}{}&by=rank", metric, scope));
    }
  }
}

/// Returns the metrics whose sum over everything is not zero.
std::vector<MetricId> metrics_with_values(const query::Space& space) {
  std::vector<MetricId> metrics;
  for (size_t m = 0; m < space.report().metrics.size(); ++m) {
    const MetricId id(m);
    if (!space.report().metrics[m].is_ghost && space.total(id) != 0) metrics.push_back(id);
  }
  return metrics;
}

/// Returns the wait states of most weight, each once.
std::vector<findings::Instance> most_severe(const Report& report) {
  Result<std::vector<findings::Instance>> all = findings::most_severe_waits(report);
  if (!all) return {};
  std::ranges::stable_sort(*all, std::greater(), &findings::Instance::amount);
  if (all->size() > kMostInstances) all->resize(kMostInstances);
  return std::move(*all);
}

/// Adds the chain of causes behind a wait state, and the picture of all that is in it.
void add_instance(const findings::Instance& instance, Answers& answers) {
  const auto cause_request = [](const Json& wait) {
    return fmt::format("timeline/cause?location={}&wait={}", wait["location"].get<size_t>(),
                       wait["wait"].get<size_t>());
  };
  const Answer answer =
      answers.ask(cause_request({{"location", instance.location.index()}, {"wait", instance.wait}}));
  if (answer.status != 200) return;
  const Json chain = Json::parse(answer.body);
  int further = kFurther;
  std::set<size_t> locations;
  int64_t from = INT64_MAX;
  int64_t to = 0;
  for (const Json& node : chain["nodes"]) {
    const Json& wait = node["wait"];
    if (locations.size() >= kMostInPicture) break;
    if (further-- > 0) answers.add_timeline(cause_request(wait));
    locations.insert(wait["location"].get<size_t>());
    if (!wait["cause"].is_null()) locations.insert(wait["cause"].get<size_t>());
    from = std::min(from,
                    (node["interval"].is_null() ? wait["begin"] : node["interval"]["from"]).get<int64_t>());
    to = std::max(to, wait["end"].get<int64_t>());
  }
  const int64_t margin = (to - from) / 8 + 1;
  answers.add_window(fmt::format("{}", fmt::join(locations, ",")), locations.size(),
                     std::max<int64_t>(0, from - margin), to + margin);
}

void add_timeline(const query::Space& space, Answers& answers) {
  answers.add_timeline("timeline");
  const Json facts = Json::parse(answers.ask("timeline").body);
  const size_t locations = space.report().locations.size();
  if (!facts.contains("waits") || locations == 0) return;
  for (const findings::Instance& instance : most_severe(space.report())) add_instance(instance, answers);
  const size_t rows = std::min(locations, kMostPictured);
  answers.add_window(fmt::format("0-{}", rows - 1), rows, 0, facts["length"].get<int64_t>());
}

void add_report(const query::Space& space, Answers& answers) {
  for (const char* const text : {"report", "summary", "topologies", "source_files"}) answers.add(text);
  const std::vector<MetricId> metrics = metrics_with_values(space);
  for (const MetricId metric : metrics) add_values(space.report(), metric, answers);
  for (const MetricId metric : metrics) add_values_of_paths(space, metric, answers);
}

}  // namespace

std::string page_file(const query::Space& space, TimelineAnswers& timeline, const std::string& file) {
  Answers answers(space, timeline);
  answers.add("health", {{"report", file}});
  add_timeline(space, answers);
  add_report(space, answers);
  std::string page(single_page());
  const size_t at = page.find(kMark);
  CHECK(at != std::string::npos);
  return page.replace(at + 1, kMark.size() - 2, base64(answers.packed()));
}

}  // namespace latecomer::serve
