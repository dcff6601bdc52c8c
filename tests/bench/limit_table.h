// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace latecomer::bench {

/// Figures beside the largest values that they may have.
class LimitTable {
 public:
  /// Begins a part of the table.
  void heading(const std::string& name, const std::string& text);
  /// `note` says in absolute numbers what the figure is about.
  void add(const std::string& what, double limit, double figure, const std::string& note = "");
  void add(const std::string& what, bool holds, const std::string& note = "");
  /// A figure that there is no limit for.
  void note(const std::string& what, double figure, const std::string& note = "");
  /// Why there is nothing to measure.
  void skip(const std::string& what, const std::string& why);
  /// What could not be measured counts as missed.
  void add_unmeasured(const std::string& what, double limit, const std::string& why);

  void print() const;

 private:
  struct Line {
    std::string what;
    std::string limit;  ///< empty: none
    std::string figure;
    bool missed;
    std::string note;
  };
  struct Part {
    std::string name;
    std::string text;
    std::vector<Line> lines;
  };
  void add(Line line) { parts_.back().lines.push_back(std::move(line)); }

  std::vector<Part> parts_;
};

}  // namespace latecomer::bench
