// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "findings/wait_states.h"
#include "query/space.h"
#include "report/locations.h"
#include "text/show_text.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace query;
using namespace report;

namespace {

constexpr size_t kValues = 27;  ///< Is the width of the three values, in columns.

/// Holds what is said beside a line of the file, and below and above it: that is what no single line has.
struct Margin {
  struct Remark {
    std::string text;
    SourceValues values;
  };
  SourceValues values;
  std::vector<Remark> above;
  std::vector<Remark> below;
};

/// Returns "from here to wave.c:93".
std::string place_of(const SourceFile::Gap& gap) {
  if (gap.from <= 0) return "until here";
  if (gap.to <= 0) return "from here on";
  return gap.to == gap.from ? "from here to here again" : "from here to " + gap.end;
}

/// Prints a file's text with what belongs to it in the margin.
class SourcePrinter {
 public:
  SourcePrinter(const Space& space, const SourceFile& file, const SourceText& text, bool all)
      : text_(text),
        all_(all),
        time_(space.total(space.report().find_metric("time"))),
        waiting_(total_waiting(space)) {
    collect(file);
    number_width_ = fmt::formatted_size("  {}", std::max(largest_line(), last_line()));
  }

  std::string listing() {
    std::string listing = heading();
    int64_t previous = 0;
    for (const int64_t line : shown_lines()) {
      if (previous > 0) listing += between(previous, line);
      listing += block(line);
      previous = line;
    }
    return listing + footer();
  }

 private:
  bool is_worth(double value, double whole) const {
    constexpr double kSmall = 0.001;
    return value != 0 && (all_ || value >= kSmall * whole);
  }
  bool is_worth(const SourceValues& values) const {
    return is_worth(values.time, time_) || is_worth(values.waiting, waiting_) ||
           is_worth(values.caused, waiting_);
  }

  void collect(const SourceFile& file) {
    for (const SourceFile::Line& line : file.lines) {
      if (is_worth(line.values)) margins_[line.line].values = line.values;
    }
    for (const SourceFile::Function& function : file.functions) {
      if (!is_worth(function.values)) continue;
      margins_[function.line].below.push_back({"in " + function.name + " itself", function.values});
      has_functions_ = true;
    }
    for (const SourceFile::Gap& gap : file.gaps) {
      if (!is_worth(gap.values)) continue;
      Margin& margin = margins_[gap.from > 0 ? gap.from : gap.to];
      (gap.from > 0 ? margin.below : margin.above).push_back({place_of(gap), gap.values});
      has_gaps_ = true;
    }
  }

  int64_t largest_line() const { return margins_.empty() ? 0 : margins_.rbegin()->first; }
  int64_t last_line() const { return static_cast<int64_t>(text_.lines.size()); }

  /// Returns the lines with something in the margin, and some around them; all lines if it is to be `all`.
  std::set<int64_t> shown_lines() const {
    constexpr int64_t kAround = 2;
    std::set<int64_t> shown;
    const auto add = [&](int64_t first, int64_t last) {
      for (int64_t line = std::max<int64_t>(first, 1); line <= std::min(last, last_line()); ++line)
        shown.insert(line);
    };
    for (const auto& [line, margin] : margins_) {
      shown.insert(line);  // which the file need not have
      if (line <= last_line()) add(line - kAround, line + kAround);
    }
    if (all_) add(1, last_line());
    return shown;
  }

  /// Returns what stands for lines that are left out; a single one takes no more room itself.
  std::string between(int64_t previous, int64_t line) const {
    if (line == previous + 1) return "";
    if (line == previous + 2 && line <= last_line()) return block(previous + 1);
    return fmt::format("{:>{}}\n", "…", kValues + number_width_);
  }

  std::string heading() const {
    return "Source   " + text_.path +
           fmt::format("\nTime     {} of all threads, {} of it waiting\n", with_unit(time_),
                       with_unit(waiting_)) +
           notes() + fmt::format("\n{:>8}{:>10}{:>9}\n", "time", "waiting", "causes");
  }

  std::string notes() const {
    const std::string head = "Note     ";
    std::string notes;
    if (text_.is_newer) notes += wrapped("The file is newer than the recording: lines may have moved.", head);
    if (largest_line() > last_line())
      notes += wrapped(fmt::format("The report has line {}, the file ends with line {}: it is not the file "
                                   "that was compiled.",
                                   largest_line(), last_line()),
                       head);
    return notes;
  }

  std::string number(double value, double whole, size_t width) const {
    return is_worth(value, whole) ? fmt::format("{:>{}}", with_unit(value), width) : std::string(width, ' ');
  }

  std::string numbers(const SourceValues& values) const {
    return number(values.time, time_, 8) + number(values.waiting, waiting_, 10) +
           number(values.caused, waiting_, 9);
  }

  std::string remark(const char* arrow, const Margin::Remark& remark) const {
    return wrapped(arrow + remark.text, numbers(remark.values) + std::string(number_width_ + 2, ' '));
  }

  /// Returns a line of the file with all that is said of it.
  std::string block(int64_t line) const {
    const auto found = margins_.find(line);
    const Margin margin = found == margins_.end() ? Margin() : found->second;
    std::string block;
    for (const Margin::Remark& each : margin.above) block += remark("↱ ", each);
    const std::string head = fmt::format("{}{:>{}}  ", numbers(margin.values), line, number_width_);
    const bool is_there = line <= last_line();
    const std::string code = is_there ? text_.lines[static_cast<size_t>(line) - 1] : "(not in the file)";
    block += head + begin_of(code, columns() - head.size());
    block.erase(block.find_last_not_of(' ') + 1);
    block += "\n";
    for (const Margin::Remark& each : margin.below) block += remark("↳ ", each);
    return block;
  }

  std::string footer() const {
    std::string text = "\n";
    text += wrapped(
        "what is called from there, with all that is called further on; so the same time can "
        "stand at several lines",
        "beside a line: ");
    if (has_gaps_)
      text += wrapped(
          "all that was executed after a recorded call here and before the next one there, in whatever "
          "function",
          "from here to: ");
    if (has_functions_)
      text +=
          wrapped("its own code; at which of its lines that was, the report does not say", "in ... itself: ");
    if (!all_) text += "(less than 0.1 % is not shown; --all shows it, and the whole file)\n";
    return text;
  }

  const SourceText& text_;
  const bool all_;
  const double time_;
  const double waiting_;
  size_t number_width_ = 0;  ///< Is the width of a line's number, in columns.
  bool has_gaps_ = false;
  bool has_functions_ = false;
  std::map<int64_t, Margin> margins_;  ///< Has the margin of each line.
};

}  // namespace

std::string source_listing(const Space& space, const SourceFile& file, const SourceText& text, bool all) {
  return SourcePrinter(space, file, text, all).listing();
}

}  // namespace latecomer::text
