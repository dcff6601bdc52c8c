// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/critical_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <sstream>

namespace latecomer::report {

namespace {

constexpr std::string_view kHead =
    "# The critical path, earliest first. Locations and call paths count from 0 in the report's order; "
    "times are ticks. Where the path came from another location, a wait here ended.\n"
    "location\tcall_path\tbegin_ticks\tend_ticks\tfrom_location\twait\twait_call_path\n";
constexpr size_t kColumns = 7;
constexpr char kNone = '-';

/// Whether the distance of two of them is a number of ticks.
bool is_point_in_time(int64_t ticks) {
  constexpr int64_t kFarthest = INT64_MAX / 2;
  return -kFarthest <= ticks && ticks <= kFarthest;
}

/// A line whose columns are numbers, or none; paths have hundreds of thousands of these.
class Line {
 public:
  template <class IdType>
  void add(IdType id, char after) {
    id.valid() ? add(int64_t{id.value}, after) : add_none(after);
  }
  void add(int64_t number, char after) {
    end_ = std::to_chars(end_, text_.data() + text_.size(), number).ptr;
    *end_++ = after;
  }
  void add_none(char after) {
    *end_++ = kNone;
    *end_++ = after;
  }
  std::string_view text() const { return {text_.data(), end_}; }

 private:
  std::array<char, kColumns * 24> text_;
  char* end_ = text_.data();
};

std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> columns;
  std::istringstream in(line);
  for (std::string column; std::getline(in, column, '\t');) columns.push_back(column);
  return columns;
}

/// The columns of one line as values; notes whether all of them made sense.
class LineReader {
 public:
  LineReader(const std::string& line, const Report& report)
      : columns_(columns_of(line)), report_(report), ok_(columns_.size() == kColumns) {}

  Result<CriticalStretch> stretch() {
    CriticalStretch stretch;
    if (ok_) {
      stretch.location = id<LocationId>(0, report_.locations.size());
      stretch.path = id<CallPathId>(1, report_.call_paths.size());
      stretch.begin = Ticks(number(2));
      stretch.end = Ticks(number(3));
      ok_ = ok_ && stretch.location.valid();
    }
    if (ok_ && !is_none(4)) {
      stretch.edge = {id<LocationId>(4, report_.locations.size()), columns_[5],
                      id<CallPathId>(6, report_.call_paths.size())};
      ok_ = ok_ && report_.find_metric(columns_[5]).valid() && stretch.edge->path.valid();
    }
    if (!ok_) return Error{"has no stretch of a critical path"};
    return stretch;
  }

 private:
  bool is_none(size_t column) const { return columns_[column] == std::string_view(&kNone, 1); }

  int64_t number(size_t column) {
    const std::string& text = columns_[column];
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    ok_ = ok_ && error == std::errc() && end == text.data() + text.size() && is_point_in_time(value);
    return value;
  }

  template <class IdType>
  IdType id(size_t column, size_t count) {
    if (is_none(column)) return IdType();
    const int64_t value = number(column);
    ok_ = ok_ && value >= 0 && static_cast<size_t>(value) < count;
    return IdType(static_cast<size_t>(value));
  }

  std::vector<std::string> columns_;
  const Report& report_;
  bool ok_;
};

}  // namespace

RunClock::RunClock(const Report& report) {
  const auto number = [&](const char* key, int64_t otherwise) {
    const auto found = report.attributes.find(key);
    return found == report.attributes.end() ? otherwise : int64_t{std::atoll(found->second.c_str())};
  };
  const int64_t begin = number("latecomer.begin_ticks", 0);
  begin_ = Ticks(is_point_in_time(begin) ? begin : 0);
  ticks_per_second_ = static_cast<uint64_t>(std::max(number("latecomer.ticks_per_second", 1), int64_t{1}));
}

std::string_view critical_path_head() {
  return kHead;
}

void print_stretch(const CriticalStretch& stretch, std::string& text) {
  Line line;
  line.add(stretch.location, '\t');
  line.add(stretch.path, '\t');
  line.add(stretch.begin.count, '\t');
  line.add(stretch.end.count, '\t');
  if (!stretch.edge) {
    for (const char after : {'\t', '\t', '\n'}) line.add_none(after);
    text += line.text();
    return;
  }
  line.add(stretch.edge->from, '\t');
  text += line.text();
  text += stretch.edge->wait;
  Line rest;
  rest.add(stretch.edge->path, '\n');
  text += '\t';
  text += rest.text();
}

Result<CriticalPath> read_critical_path(const Report& report) {
  const std::shared_ptr<const std::string> found = report.file(std::string(kCriticalPathFile));
  if (found == nullptr)
    return Error{fmt::format("the report has no {}; latecomer analyze writes it", kCriticalPathFile)};
  CriticalPath path;
  std::istringstream in(*found);
  std::string line;
  std::getline(in, line);
  std::getline(in, line);
  for (size_t number = 3; std::getline(in, line); ++number) {
    if (line.empty() && in.peek() == std::istringstream::traits_type::eof()) break;  // fills up the member
    Result<CriticalStretch> stretch = LineReader(line, report).stretch();
    if (!stretch)
      return Error{fmt::format("{}: line {} {}; the report is damaged", kCriticalPathFile, number,
                               stretch.error().message)};
    path.push_back(*stretch);
  }
  return path;
}

}  // namespace latecomer::report
