// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/scaling_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "text/path_ends.h"
#include "text/table.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;

namespace {

/// Returns a table whose first line is its head, of cells of the same width behind names. Columns that do not
/// fit beside the others follow below, under the names again.
std::string table(const std::vector<Cells>& lines, size_t width_of_names, size_t width) {
  const size_t count = lines.front().size() - 1;
  const size_t fitting = std::max((columns() - width_of_names) / width, size_t{1});
  std::string text;
  for (size_t begin = 0; begin < count; begin += fitting) {
    const size_t end = std::min(begin + fitting, count);
    if (begin > 0) text += '\n';
    for (const Cells& line : lines) {
      Cells cells = {line.front()};
      std::vector<int> widths = {-static_cast<int>(width_of_names)};
      for (size_t i = begin; i < end; ++i) {
        cells.push_back(line[i + 1]);
        widths.push_back(static_cast<int>(width));
      }
      text += table_line(widths, cells);
    }
  }
  return text;
}

/// Returns a line of cells with what `cell` makes of each thing.
template <class Things, class Cell>
Cells line(const std::string& name, const Things& things, const Cell& cell) {
  Cells cells = {name};
  for (const auto& each : things) cells.push_back(cell(each));
  return cells;
}

std::string percent(double ratio) {
  return fmt::format("{:.1f} %", 100 * ratio);
}

/// Returns digits behind the point for three significant ones.
int digits_for(double value) {
  return value >= 100 ? 0 : value >= 10 ? 1 : 2;
}

std::string speed_up_text(double value) {
  return fmt::format("{:.{}f}", value, digits_for(value));
}

std::string name_of(const EfficiencyName& efficiency) {
  return std::string(2 * efficiency.depth, ' ') + efficiency.name;
}

/// Returns the lines with the numbers of ranks, and of threads where these are others.
template <class Things>
std::vector<Cells> size_lines(const Things& things, bool has_threads) {
  std::vector<Cells> lines = {line("Ranks", things, [](const auto& each) { return grouped(each.ranks); })};
  if (has_threads)
    lines.push_back(line("Threads", things, [](const auto& each) { return grouped(each.threads); }));
  return lines;
}

constexpr size_t kRunNames = 26;
constexpr size_t kRunWidth = 10;

std::string runs_table(const Scaling& scaling) {
  const std::vector<ScalingRun>& runs = scaling.runs;
  const bool is_weak = scaling.kind == ScalingKind::weak;
  std::vector<Cells> lines = size_lines(runs, scaling.has_threads());
  lines.push_back(line("Run length", runs, [](const ScalingRun& run) { return with_unit(run.run_seconds); }));
  lines.push_back(line(is_weak ? "Scaled speed-up" : "Speed-up", runs,
                       [](const ScalingRun& run) { return speed_up_text(run.speed_up); }));
  lines.push_back(
      line("Ideal speed-up", runs, [](const ScalingRun& run) { return speed_up_text(run.ideal_speed_up); }));
  lines.push_back(line(is_weak ? "Scaled efficiency" : "Speed-up / ideal", runs,
                       [](const ScalingRun& run) { return percent(run.speed_up / run.ideal_speed_up); }));
  for (const EfficiencyName& each : kScalingEfficiencies) {
    const auto has = [&](const ScalingRun& run) { return run.efficiencies[each.which].has_value(); };
    if (std::ranges::none_of(runs, has)) continue;
    lines.push_back(line(name_of(each), runs, [&](const ScalingRun& run) {
      return has(run) ? percent(*run.efficiencies[each.which]) : "-";
    }));
  }
  return table(lines, kRunNames, kRunWidth);
}

/// Adds the lines of something that took so many seconds of each run.
void add_seconds(std::vector<Cells>& lines, const std::string& name, const std::vector<double>& seconds,
                 const std::vector<ScalingRun>& runs) {
  Cells shares = {name};
  for (size_t i = 0; i < runs.size(); ++i) {
    const double all = runs[i].total_seconds;
    shares.push_back(all > 0 && seconds[i] > 0 ? percent(seconds[i] / all) : "");
  }
  lines.push_back(shares);
  lines.push_back(line("", seconds, [](double each) { return each > 0 ? with_unit(each) : "-"; }));
}

std::string causes_table(const Scaling& scaling) {
  const auto waits = [](const ScalingRun& run) { return run.waiting > 0; };
  if (std::ranges::none_of(scaling.runs, waits)) return "No thread ever waited for another one.\n";
  std::vector<std::string> names;
  for (const ScalingCause& cause : scaling.causes) names.push_back(cause.name);
  const PathEnds ends(names);
  std::vector<Cells> lines = size_lines(scaling.runs, scaling.has_threads());
  std::vector<double> waiting;
  for (const ScalingRun& run : scaling.runs) waiting.push_back(run.waiting);
  add_seconds(lines, "All waiting", waiting, scaling.runs);
  for (size_t i = 0; i < names.size(); ++i) {
    const ScalingCause& cause = scaling.causes[i];
    const std::string name =
        cause.with_calls ? cause.name + " and what it calls" : ends.of(cause.name, columns() - 4);
    add_seconds(lines, fmt::format("{}. {}", i + 1, name), cause.seconds, scaling.runs);
  }
  return "Who made others wait: part of all time, and seconds of all threads\n" +
         table(lines, kRunNames, kRunWidth);
}

/// Returns "81.2 ± 3.0 %"; `unit` is empty or as " %".
std::string with_error(const Extrapolated& is, double factor, int digits, const char* unit) {
  const std::string value = fmt::format("{:.{}f}", factor * is.value, digits);
  return is.error ? fmt::format("{} ± {:.{}f}{}", value, factor * *is.error, digits, unit) : value + unit;
}

std::string predictions_table(const Scaling& scaling) {
  constexpr size_t kNames = 22;
  constexpr size_t kNarrowest = 14;
  constexpr size_t kWidest = 17;
  const std::vector<ScalingPrediction>& all = scaling.predictions;
  const bool is_weak = scaling.kind == ScalingKind::weak;
  std::vector<Cells> lines = size_lines(all, scaling.has_threads());
  lines.push_back(line(is_weak ? "Scaled speed-up" : "Speed-up", all, [](const ScalingPrediction& each) {
    return with_error(each.speed_up, 1, digits_for(each.speed_up.value), "");
  }));
  lines.push_back(line("Ideal speed-up", all,
                       [](const ScalingPrediction& each) { return speed_up_text(each.ideal_speed_up); }));
  for (const EfficiencyName& each : kScalingEfficiencies) {
    const size_t which = static_cast<size_t>(each.which);
    if (!all.front().efficiencies[which]) continue;
    lines.push_back(line(name_of(each), all, [&](const ScalingPrediction& prediction) {
      return with_error(*prediction.efficiencies[which], 100, 1, " %");
    }));
  }
  return table(lines, kNames, std::clamp((columns() - kNames) / all.size(), kNarrowest, kWidest));
}

std::string fits_table(const Scaling& scaling) {
  std::vector<Cells> lines = {{"Fit", "E0", "1 - f", "off by at most"}};
  for (const ScalingFit& each : scaling.fits)
    lines.push_back({kScalingEfficiencies[static_cast<size_t>(each.which)].name, percent(each.fit.single),
                     fmt::format("{:.3g}", each.fit.sequential), percent(each.fit.largest_residual)});
  return table(lines, 22, 16);
}

std::string extrapolation_text(const Scaling& scaling) {
  const std::string remark = wrapped(remark_on_extrapolation(scaling), "");
  if (scaling.predictions.empty()) return remark;
  const char* unit = scaling.has_threads() ? "threads" : "ranks";
  return wrapped(
             fmt::format(
                 "Larger runs if it goes on like this: each factor fitted by E0 / (f + (1 - f) n) for n {}",
                 unit),
             "") +
         predictions_table(scaling) + "\n" + fits_table(scaling) + "\n" + remark;
}

std::string remarks(const Scaling& scaling) {
  std::string text;
  for (const std::string& remark : remarks_on_runs(scaling)) text += wrapped(remark, "");
  return text.empty() ? "" : text + "\n";
}

}  // namespace

std::string scaling_text(const Scaling& scaling) {
  const char* what = scaling.kind == ScalingKind::weak
                         ? "Weak scaling: as much work for each thread, more threads\n"
                         : "Strong scaling: the same work in total, more threads\n";
  return remarks(scaling) + what + runs_table(scaling) + "\n" + causes_table(scaling) + "\n" +
         extrapolation_text(scaling);
}

}  // namespace latecomer::text
