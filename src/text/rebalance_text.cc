// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/rebalance_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "text/table.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;

namespace {

std::string percent(double ratio) {
  return fmt::format("{:.1f} %", 100 * ratio);
}

std::string name_of(const Rebalancing& rebalancing, const Strategy& strategy) {
  if (rebalancing.is_once(strategy)) return "once, foreseen";
  if (strategy.is_foreseen) return "each one, foreseen";
  return strategy.every == 1 ? "every iteration"
                             : fmt::format("every {} iterations", grouped(strategy.every));
}

std::string head_text(const Rebalancing& rebalancing) {
  const std::string iterations = count_of(rebalancing.iterations(), "iteration");
  const std::string which =
      rebalancing.phases.empty()
          ? iterations + ", the n-th visits of each thread"
          : fmt::format("{}, {} to {}", iterations, rebalancing.phases.front(), rebalancing.phases.back());
  const std::string between =
      rebalancing.neighbours ? "neighbours in " + rebalancing.neighbours->topology : std::string("any ranks");
  std::string text =
      wrapped(fmt::format("{}: {} in all, on {}", rebalancing.path, with_unit(total_of(rebalancing.recorded)),
                          count_of(rebalancing.ranks.size(), "rank")),
              "Work        ");
  text += wrapped(which, "Iterations  ");
  std::string moves = "between " + between;
  if (rebalancing.costs.grain > 0)
    moves += fmt::format(", in pieces of {} an iteration", with_unit(rebalancing.costs.grain));
  if (rebalancing.costs.migration > 0)
    moves +=
        fmt::format(", which cost each that gives or takes any {}", with_unit(rebalancing.costs.migration));
  return text + wrapped(moves, "Work moves  ") + "\n";
}

std::string strategies_table(const Rebalancing& rebalancing) {
  constexpr size_t kWithAll = 90;  // columns
  const double work = total_of(rebalancing.recorded);
  const bool has_cost = rebalancing.costs.migration > 0;
  const bool has_share = !has_cost || columns() >= kWithAll;
  std::vector<Cells> lines;
  const auto add = [&](Cells cells, const std::string& share, Cells last, const std::string& cost,
                       const std::string& pays) {
    if (has_share) cells.push_back(share);
    cells.insert(cells.end(), last.begin(), last.end());
    if (has_cost) cells.push_back(cost);
    cells.push_back(pays);
    lines.push_back(std::move(cells));
  };
  add({"Work moves", "Length", "Gain", "Balance", "Moved"}, "of all", {"Times"}, "Cost", "Pays");
  add({"as recorded", with_unit(rebalancing.run_seconds), "", percent(balance_of(rebalancing.recorded)), ""},
      "", {""}, "", "");
  for (const TriedStrategy& each : rebalancing.tried) {
    const Rebalanced& after = each.rebalanced;
    add({name_of(rebalancing, each.strategy), with_unit(each.run_seconds), percent(rebalancing.gain(each)),
         percent(balance_of(after.loads)), with_unit(after.moved_seconds())},
        percent(after.moved_seconds() / work), {grouped(after.migrations)}, with_unit(after.cost),
        rebalancing.pays(each) ? "yes" : "no");
  }
  const size_t last = lines.front().size() - 1;
  return fitted_table(lines, [&](size_t, size_t column) { return column == 0 || column == last; });
}

std::string explanation(const Rebalancing& rebalancing) {
  std::string text =
      "Length: of the run, by replay. Balance: mean / largest load, of all iterations together. Moved: work "
      "that is done on another rank than recorded. Times: how often a rank gave or took any.";
  const bool is_seen = std::ranges::any_of(
      rebalancing.tried, [](const TriedStrategy& each) { return !each.strategy.is_foreseen; });
  if (is_seen)
    text +=
        " Every so many iterations: by what as many took before, which comes too late where the imbalance "
        "has "
        "moved on by then.";
  text += " Foreseen: as if it had been known what iterations take";
  return wrapped(
      text + (rebalancing.iterations() > 1 ? "; of each one for itself, no program knows that." : "."), "");
}

/// Says who gives work to whom.
std::string moves_text(const Rebalancing& rebalancing, const TriedStrategy& best) {
  constexpr size_t kShown = 5;
  const std::vector<MovedWork>& moved = best.rebalanced.moved;
  if (moved.empty()) return "";
  std::string text = fmt::format("\nLargest moves, {}\n", name_of(rebalancing, best.strategy));
  for (size_t i = 0; i < std::min(moved.size(), kShown); ++i)
    text += fmt::format("  {:>9}  from rank {} to {}\n", with_unit(moved[i].seconds),
                        rebalancing.ranks[moved[i].from], rebalancing.ranks[moved[i].to]);
  if (moved.size() > kShown)
    text += fmt::format("  ({} between other ranks are not shown; --json has them)\n", moved.size() - kShown);
  return text;
}

/// Is the range of the loads in a picture that are not nothing.
struct Scale {
  double least;
  double largest;
};

/// Returns the range that pictures have together, of which one has loads.
Scale scale_of(const Loads& cells, const Loads& others) {
  Scale scale = {std::numeric_limits<double>::infinity(), 0};
  for (const Loads* loads : {&cells, &others}) {
    for (const std::vector<double>& row : *loads) {
      for (const double load : row) {
        scale.largest = std::max(scale.largest, load);
        if (load > 0) scale.least = std::min(scale.least, load);
      }
    }
  }
  return scale;
}

/// Is a picture of loads: a character for the mean of some iterations of some ranks.
class Picture {
 public:
  explicit Picture(const Rebalancing& rebalancing) : ranks_(rebalancing.ranks) {
    constexpr size_t kMostRows = 16;
    ranks_in_row_ = (ranks_.size() + kMostRows - 1) / kMostRows;
    const size_t room = columns() - margin() - 3;
    iterations_in_cell_ = (rebalancing.iterations() + room - 1) / room;
  }

  std::string margin_text(const std::string& text) const {
    return std::string(margin() - std::min(margin(), text.size()), ' ') + text;
  }

  /// Returns means by row and column.
  Loads cells_of(const Loads& loads) const {
    Loads cells;
    const size_t iterations = loads.front().size();
    for (size_t rank = 0; rank < loads.size(); rank += ranks_in_row_) {
      std::vector<double>& row = cells.emplace_back();
      const size_t behind = std::min(rank + ranks_in_row_, loads.size());
      for (size_t i = 0; i < iterations; i += iterations_in_cell_) {
        const size_t end = std::min(i + iterations_in_cell_, iterations);
        double sum = 0;
        for (size_t r = rank; r < behind; ++r)
          for (size_t n = i; n < end; ++n) sum += loads[r][n];
        row.push_back(sum / static_cast<double>((behind - rank) * (end - i)));
      }
    }
    return cells;
  }

  std::string text_of(const Loads& cells, const Scale& scale) const {
    std::string text;
    for (size_t row = 0; row < cells.size(); ++row) {
      text += margin_text(name_of_row(row)) + " |";
      for (const double load : cells[row]) text += character(load, scale);
      text += "|\n";
    }
    return text;
  }

  std::string unit_text(const Scale& scale) const {
    const std::string ranks = ranks_in_row_ > 1 ? fmt::format(" of {} ranks", ranks_in_row_) : "";
    const std::string iterations =
        iterations_in_cell_ > 1 ? fmt::format(" of {} iterations", iterations_in_cell_) : "";
    const char* mean = ranks.empty() && iterations.empty() ? "" : ", each the mean";
    return fmt::format("Load of each rank in each iteration, from {} \"{}\" to {}{}{}{}; blank is nothing",
                       with_unit(scale.least), kCharacters, with_unit(scale.largest), mean, iterations,
                       ranks);
  }

 private:
  static constexpr std::string_view kCharacters = ".:-=+*#%@";

  static char character(double load, const Scale& scale) {
    if (load <= 0) return ' ';
    if (scale.least == scale.largest) return kCharacters.back();
    const auto levels = static_cast<double>(kCharacters.size());
    const double level = std::floor((load - scale.least) / (scale.largest - scale.least) * levels);
    return kCharacters[static_cast<size_t>(std::clamp(level, 0.0, levels - 1))];
  }

  std::string name_of_row(size_t row) const {
    const size_t first = row * ranks_in_row_;
    const size_t last = std::min(first + ranks_in_row_, ranks_.size()) - 1;
    return first == last ? fmt::format("rank {}", ranks_[first])
                         : fmt::format("rank {}-{}", ranks_[first], ranks_[last]);
  }
  size_t margin() const {
    const size_t digits = fmt::to_string(ranks_.back()).size();
    return std::string_view("rank ").size() + (ranks_in_row_ > 1 ? 2 * digits + 1 : digits);
  }

  const std::vector<int64_t>& ranks_;
  size_t ranks_in_row_ = 1;
  size_t iterations_in_cell_ = 1;
};

std::string pictures(const Rebalancing& rebalancing, const TriedStrategy& best) {
  const Picture picture(rebalancing);
  const Loads before = picture.cells_of(rebalancing.recorded);
  const Loads after = picture.cells_of(best.rebalanced.loads);
  const Scale scale = scale_of(before, after);
  return fmt::format("\n{}as recorded\n{}{}\n{}", wrapped(picture.unit_text(scale), ""),
                     picture.text_of(before, scale), name_of(rebalancing, best.strategy),
                     picture.text_of(after, scale));
}

}  // namespace

std::string rebalance_text(const Rebalancing& rebalancing) {
  const TriedStrategy& best = rebalancing.best();
  return head_text(rebalancing) + strategies_table(rebalancing) + "\n" + explanation(rebalancing) +
         moves_text(rebalancing, best) + pictures(rebalancing, best);
}

}  // namespace latecomer::text
