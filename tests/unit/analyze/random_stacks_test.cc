// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Random programs whose calls and samples have call stacks: call paths are those that the definition of gaps
// and samples says, computed here from lists of frames as text, and samples are in functions that were
// active.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "analyze/condense/condense.h"
#include "trace/trace_builder.h"

namespace latecomer::analyze {
namespace {

struct Frame {
  std::string function;
  uint32_t line = 1;
  bool is_recorded = false;
  bool operator==(const Frame&) const = default;
};
using Frames = std::vector<Frame>;
using Sums = std::map<std::string, int64_t>;

std::string text_of(const Frames& frames) {
  std::string text;
  for (const Frame& frame : frames) text += fmt::format("{}:{} ", frame.function, frame.line);
  return text;
}

/// What is recorded of a thread: enters and leaves, and samples between them.
struct Record {
  enum class Kind { enter, leave, sample } kind;
  int64_t time;
  std::string region;  // of enters and leaves
  bool is_call = false;
  Frames stack;  // of calls and samples
};

/// Runs functions that call each other, MPI, and compute for a while.
class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed) {}

  std::vector<Record> run() {
    call("main", below(3) == 0);
    for (int step = 0; step < 60; ++step) advance();
    while (!frames_.empty()) finish_function();
    return std::move(records_);
  }

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

  void call(const std::string& function, bool is_recorded) {
    frames_.push_back({function, 1, is_recorded});
    if (is_recorded) records_.push_back({Record::Kind::enter, time_, function});
  }

  void finish_function() {
    if (frames_.back().is_recorded) records_.push_back({Record::Kind::leave, time_, frames_.back().function});
    frames_.pop_back();
  }

  void advance() {
    time_ += below(7);
    frames_.back().line = static_cast<uint32_t>(1 + below(3));
    switch (below(6)) {
      case 0:
        if (frames_.size() < 5) call_any();
        break;
      case 1:
        if (frames_.size() > 1) finish_function();
        break;
      case 2:
      case 3:
        call_mpi();
        break;
      default:
        records_.push_back({Record::Kind::sample, time_, "", false, frames_});
        break;
    }
  }

  /// Of a recorded function, all calls are recorded.
  void call_any() {
    const std::string function(1, static_cast<char>('a' + below(4)));
    call(function, function == "d");
  }

  void call_mpi() {
    const std::string name = below(2) == 0 ? "MPI_Barrier" : "MPI_Bcast";
    records_.push_back({Record::Kind::enter, time_, name, true, frames_});
    if (below(4) == 0) records_.push_back({Record::Kind::sample, time_, "", true, frames_});
    time_ += below(5);
    records_.push_back({Record::Kind::leave, time_, name, true, frames_});
  }

  std::mt19937 random_;
  int64_t time_ = 0;
  Frames frames_;
  std::vector<Record> records_;
};

/// The definition, word by word.
class Reference {
 public:
  explicit Reference(const std::vector<Record>& records) : last_(records.front().time) {
    for (const Record& record : records) {
      if (record.kind == Record::Kind::sample) {
        if (open_.empty() || !open_.back().is_call) samples_.push_back(record.stack);
        continue;
      }
      const bool enters = record.kind == Record::Kind::enter;
      end_piece(record.time, enters && record.is_call ? &record.stack : nullptr);
      if (enters && record.is_call) {
        open_.push_back({record.region, path_of_call(record), true});
        after_.emplace_back();
      } else if (enters) {
        open_.push_back({record.region, path() + "/" + record.region, false});
        after_.back().clear();
        after_.emplace_back();
      } else {
        open_.pop_back();
        after_.pop_back();
        after_.back() = record.is_call ? record.stack : Frames();
      }
    }
    divide_pieces();
  }

  Sums times;
  Sums gaps;

 private:
  struct Open {
    std::string region;
    std::string path;
    bool is_call;
  };

  std::string path() const { return open_.empty() ? "" : open_.back().path; }

  /// From the frame of the innermost recorded function on, if it is there; else all.
  Frames within(const Frames& frames, bool& is_in) const {
    is_in = false;
    for (size_t i = frames.size(); i-- > 0;) {
      is_in = !open_.empty() && frames[i].function == open_.back().region;
      if (is_in) return {frames.begin() + static_cast<std::ptrdiff_t>(i), frames.end()};
    }
    return frames;
  }

  static std::string steps(const Frames& frames, size_t first) {
    std::string text;
    for (size_t i = first; i < frames.size(); ++i)
      text +=
          i == 0 ? "/" + frames[i].function : fmt::format("/{}@{}", frames[i].function, frames[i - 1].line);
    return text;
  }

  std::string path_of_call(const Record& call) const {
    bool is_in = false;
    const Frames frames = within(call.stack, is_in);
    return path() + steps(frames, is_in ? 1 : 0) + fmt::format("/{}@{}", call.region, frames.back().line);
  }

  std::string gap(const Frames& after, const Frames& before) const {
    bool is_in = false;
    Frames from = after.empty() ? after : within(after, is_in);
    const Frames to = before.empty() ? before : within(before, is_in);
    const Frames& some = from.empty() ? to : from;
    const std::string parent = path() + (is_in ? "" : "/" + some.front().function);
    if (!from.empty() && !to.empty() && from.front().function != to.front().function) from.clear();
    if (from.empty() || to.empty()) {
      const Frames& known = from.empty() ? to : from;
      const std::string line = std::to_string(known.back().line);
      return parent + name_of_gap(from.empty() ? before : after, 1, from.empty() ? "…" : line,
                                  from.empty() ? line : "…");
    }
    // f is the outermost frame in which the call sites differ, the innermost one where none does.
    size_t f = 0;
    while (f < from.size() && f < to.size() && from[f].function == to[f].function &&
           from[f].line == to[f].line)
      ++f;
    const bool both_have_it = f < from.size() && f < to.size() && from[f].function == to[f].function;
    if (!both_have_it) --f;
    return parent +
           name_of_gap(before, to.size() - f, std::to_string(from[f].line), std::to_string(to[f].line));
  }

  /// In the n-th frame from the inside.
  static std::string name_of_gap(const Frames& stack, size_t n, const std::string& from,
                                 const std::string& to) {
    const Frames outer(stack.begin(), stack.end() - static_cast<std::ptrdiff_t>(n));
    return fmt::format("/{}({}→{})[{}]", stack[stack.size() - n].function, from, to, text_of(outer));
  }

  void end_piece(int64_t time, const Frames* before) {
    const int64_t passed = time - std::exchange(last_, time);
    const std::vector<Frames> samples = std::exchange(samples_, {});
    if (passed == 0) return;
    const bool in_call = !open_.empty() && open_.back().is_call;
    const Frames& after = after_.back();
    const bool in_gap = !in_call && (before != nullptr || !after.empty());
    const std::string on = in_gap ? gap(after, before == nullptr ? Frames() : *before) : path();
    if (in_gap) ++gaps[on];
    Piece piece{passed, {}};
    for (const Frames& sample : samples) piece.functions.push_back(on + sampled(sample, in_gap));
    pieces_[on.empty() ? "/outside" : on].push_back(piece);
  }

  /// Counts how often each function occurs, in the order in which they occur first.
  using Counts = std::vector<std::pair<std::string, int64_t>>;
  static void count(const std::vector<std::string>& functions, Counts& counts) {
    for (const std::string& function : functions) {
      auto known = std::ranges::find(counts, function, &std::pair<std::string, int64_t>::first);
      if (known == counts.end()) known = counts.insert(known, {function, 0});
      ++known->second;
    }
  }

  /// Divides in the proportions of samples; ticks left over go to the functions first met.
  void divide(int64_t time, const Counts& counts) {
    int64_t samples = 0;
    for (const auto& [function, number] : counts) samples += number;
    int64_t left_over = time;
    for (const auto& [function, number] : counts) left_over -= time * number / samples;
    for (const auto& [function, number] : counts)
      times[function] += time * number / samples + (left_over-- > 0 ? 1 : 0);
  }

  void divide_pieces() {
    for (const auto& [on, pieces] : pieces_) {
      Counts met;
      for (const Piece& piece : pieces) count(piece.functions, met);
      Counts pooled = met;
      Counts of_long = met;
      for (Counts* counts : {&pooled, &of_long}) {
        for (auto& [function, number] : *counts) number = 0;
      }
      int64_t pooled_time = 0;
      bool have_samples = false;
      for (const Piece& piece : pieces) {
        const bool is_long = piece.functions.size() >= 4;
        count(piece.functions, is_long ? of_long : pooled);
        have_samples = have_samples || (!is_long && !piece.functions.empty());
        Counts own;
        count(piece.functions, own);
        is_long ? divide(piece.time, own) : void(pooled_time += piece.time);
      }
      met.empty() ? void(times[on] += pooled_time) : divide(pooled_time, have_samples ? pooled : of_long);
    }
  }

  /// The functions that the outermost one, or the innermost recorded one, had called.
  std::string sampled(const Frames& sample, bool in_gap) const {
    bool is_in = false;
    const Frames frames = within(sample, is_in);
    const size_t first = is_in || in_gap ? 1 : 0;
    if (first < frames.size()) return steps(frames, first);
    return in_gap ? "/" + frames.back().function : "";
  }

  /// Is a time between two events, with the functions that were sampled in it.
  struct Piece {
    int64_t time;
    std::vector<std::string> functions;
  };

  std::map<std::string, std::vector<Piece>> pieces_;  // by gap, or by recorded function outside of gaps
  std::vector<Open> open_;
  std::vector<Frames> after_ = {{}};  // the last call in each open region, if nothing came after it
  std::vector<Frames> samples_;
  int64_t last_;
};

std::unique_ptr<trace::Trace> trace_of(const std::vector<Record>& records) {
  trace::TraceBuilder builder;
  const trace::TraceBuilder::Thread thread = builder.thread(0);
  for (const Record& record : records) {
    trace::Event event;
    event.time = Ticks(record.time);
    event.kind = record.kind == Record::Kind::enter   ? trace::EventKind::enter
                 : record.kind == Record::Kind::leave ? trace::EventKind::leave
                                                      : trace::EventKind::sample;
    if (!record.region.empty()) event.region = builder.region(record.region);
    if (event.kind != trace::EventKind::leave) {
      for (const Frame& frame : record.stack)
        event.calling_context = builder.add_frame(frame.function, {"x.c", frame.line}, event.calling_context);
    }
    builder.events(thread).push_back(event);
  }
  return std::move(builder).build().value();
}

/// The call paths of a condensed location, written as the reference does.
class PathTexts {
 public:
  PathTexts(const trace::Definitions& definitions, const CallTree& tree)
      : definitions_(definitions), tree_(tree) {}

  std::string operator()(CallPathId path) const {
    if (!path.valid()) return "";
    const CallTree::Node& node = tree_[path];
    const std::string above = (*this)(node.parent);
    if (!node.region.valid()) return above + "/outside";
    const std::string& name = definitions_.regions[node.region.index()].name;
    if (node.kind == CallTree::Kind::gap)
      return fmt::format("{}/{}({}→{})[{}]", above, name, line(node.from), line(node.to), stack(node.caller));
    return above + "/" + name + (node.from.valid() ? "@" + line(node.from) : "");
  }

 private:
  std::string line(trace::SourceLocationId id) const {
    return id.valid() ? std::to_string(definitions_.source_locations[id.index()].line) : "…";
  }
  std::string stack(trace::CallingContextId id) const {
    if (!id.valid()) return "";
    const trace::CallingContext& frame = definitions_.calling_contexts[id.index()];
    return fmt::format("{}{}:{} ", stack(frame.parent), definitions_.regions[frame.region.index()].name,
                       line(frame.location));
  }

  const trace::Definitions& definitions_;
  const CallTree& tree_;
};

/// The time of each path of a location, divided as samples say.
Sums times_of(const CondensingLocation& location, const PathTexts& text) {
  std::vector<int64_t> times;
  for (const Ticks time : location.path_time) times.push_back(time.count);
  for (const SampledPath& sampled : std::views::reverse(location.sampled)) {
    sampled.divide_among_parts(std::exchange(times[sampled.path.index()], 0),
                               [&](CallPathId path, int64_t part) { times[path.index()] += part; });
  }
  Sums sums;
  for (size_t p = 0; p < times.size(); ++p) {
    if (times[p] != 0) sums[text(CallPathId(p))] += times[p];
  }
  return sums;
}

/// A line for each path where they differ.
std::string differences(const Sums& found, const Sums& expected) {
  std::string lines;
  for (const auto& [path, sum] : found) {
    const auto other = expected.find(path);
    if (other == expected.end() || other->second != sum) lines += fmt::format("found {}: {}\n", path, sum);
  }
  for (const auto& [path, sum] : expected) {
    const auto other = found.find(path);
    if (sum != 0 && (other == found.end() || other->second != sum))
      lines += fmt::format("expected {}: {}\n", path, sum);
  }
  return lines;
}

TEST(RandomStacks, GapsAndSamplesAreWhereTheDefinitionPutsThem) {
  constexpr unsigned kFixeds = 3000;
  Progress silent("", 0, false);
  CondensingBuffers buffers;
  size_t gaps = 0;
  for (unsigned seed = 0; seed < kFixeds; ++seed) {
    const std::vector<Record> records = RandomProgram(seed).run();
    if (records.empty()) continue;
    const std::unique_ptr<trace::Trace> trace = trace_of(records);
    const CondensingLocation location = condense(*trace, trace::LocationId(0), {}, buffers, silent);
    const PathTexts text(trace->definitions(), location.call_tree);
    const Sums times = times_of(location, text);
    Sums visits_of_gaps;
    for (size_t p = 0; p < location.path_time.size(); ++p) {
      const std::string path = text(CallPathId(p));
      if (location.call_tree[CallPathId(p)].kind == CallTree::Kind::gap)
        visits_of_gaps[path] += static_cast<int64_t>(location.path_visits[p]);
    }
    const Reference reference(records);
    gaps += reference.gaps.size();
    ASSERT_EQ(differences(times, reference.times), "") << "seed " << seed;
    ASSERT_EQ(differences(visits_of_gaps, reference.gaps), "") << "seed " << seed;
  }
  EXPECT_GT(gaps, 10 * kFixeds / 2);
}

}  // namespace
}  // namespace latecomer::analyze
