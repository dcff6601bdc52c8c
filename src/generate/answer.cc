// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "generate/answer.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>

namespace latecomer::generate {

namespace {

enum class Unit : uint8_t { time, count };

struct KnownMetric {
  const char* id;
  Unit unit;
};
constexpr KnownMetric kMetrics[] = {
#define KNOWN(id, unit) {#id, Unit::unit},
#include "generate/answer_metrics.def"
#undef KNOWN
};

void append_value(const KnownMetric& metric, int64_t value, std::string& text) {
  constexpr int64_t kTicksPerSecond = 1'000'000'000;
  if (metric.unit == Unit::count)
    text += fmt::format("{}\n", value);
  else
    text += fmt::format("{}.{:09}\n", value / kTicksPerSecond, value % kTicksPerSecond);
}

void append_metric(const Answer& answer, Known id, uint32_t threads, std::string& text) {
  const KnownMetric& metric = kMetrics[static_cast<size_t>(id)];
  const Answer::Extent extent = answer.extents[static_cast<size_t>(id)];
  if (extent == Answer::Extent::nothing) return;
  text += fmt::format("{}\t*\t", metric.id);
  append_value(metric, answer.totals[id], text);
  if (extent == Answer::Extent::total) return;
  for (size_t l = 0; l < answer.locations.size(); ++l) {
    const int64_t value = answer.locations[l][id];
    if (value == 0) continue;
    text += fmt::format("{}\t{}", metric.id, l / threads);
    if (l % threads > 0) text += fmt::format(".{}", l % threads);
    text += '\t';
    append_value(metric, value, text);
  }
}

}  // namespace

Status write_answer(const Answer& answer, const Settings& settings, const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"), std::fclose);
  const auto failed = [&] { return Error{fmt::format("{}: {}", path, std::strerror(errno))}; };
  if (!file) return failed();
  std::string text;
  text += fmt::format("# {}\n", to_string(settings));
  for (size_t id = 0; id < std::size(kMetrics); ++id) {
    append_metric(answer, static_cast<Known>(id), settings.threads, text);
    if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size()) return failed();
    text.clear();
  }
  return std::fflush(file.get()) == 0 ? Status() : failed();
}

}  // namespace latecomer::generate
