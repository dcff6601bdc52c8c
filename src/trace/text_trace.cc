// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/text_trace.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "trace/archive_properties.h"
#include "trace/event_kinds.h"
#include "trace/text_events.h"
#include "trace/trace_builder.h"

namespace latecomer::trace {
namespace {

using Words = std::vector<std::string>;

/// Returns a line's statements, which semicolons separate, as words. Comments are gone, quotes removed.
Result<std::vector<Words>> split_line(std::string_view line) {
  std::vector<Words> statements(1);
  std::string word;
  bool is_in_word = false;  // or behind quotes with nothing between them
  const auto end_word = [&] {
    if (is_in_word) statements.back().push_back(std::exchange(word, {}));
    is_in_word = false;
  };
  bool in_quotes = false;
  for (const char character : line) {
    if (character == '"') {
      in_quotes = !in_quotes;
      is_in_word = true;
    } else if (in_quotes) {
      word.push_back(character);
    } else if (character == '#') {
      break;
    } else if (character == ' ' || character == '\t' || character == '\r') {
      end_word();
    } else if (character == ';') {
      end_word();
      statements.emplace_back();
    } else {
      is_in_word = true;
      word.push_back(character);
    }
  }
  if (in_quotes) return Error{"a quote is not closed"};
  end_word();
  return statements;
}

Result<uint32_t> parse_rank(const std::string& word) {
  constexpr uint32_t kMostRanks = 1 << 20;  // beyond what anyone writes as text
  uint32_t rank = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), rank);
  if (problem != std::errc() || end != word.data() + word.size() || rank >= kMostRanks) {
    return Error{fmt::format("\"{}\" is not a rank", word)};
  }
  return rank;
}

Result<std::vector<uint32_t>> parse_ranks(std::span<const std::string> words) {
  std::vector<uint32_t> ranks;
  for (const std::string& word : words) {
    TRY(const uint32_t rank, parse_rank(word));
    ranks.push_back(rank);
  }
  return ranks;
}

class Parser {
 public:
  Status parse_line(std::string_view line);
  Result<std::unique_ptr<MemoryTrace>> finish() && { return std::move(builder_).build(); }

 private:
  Status parse_resolution(const Words& words);
  Status parse_communicator(const Words& words);
  Status parse_intercommunicator(const Words& words);
  Status parse_group(const Words& words);
  Status parse_team(const Words& words);
  Status parse_window(const Words& words);
  Status parse_file(const Words& words);
  Status parse_cause(const Words& words);
  Status parse_stack(const Words& words);
  Status parse_rank_line(const Words& words);
  Status parse_clock(const Words& words);
  Status end_location(Anomaly anomaly, std::string_view what);
  Status parse_interval(const std::vector<Words>& statements, size_t dots);
  Status parse_interval_event(std::span<const std::string> words, Ticks begin, Ticks end);
  Status add_event(Event event, Ticks time);

  TraceBuilder builder_;
  uint64_t ticks_per_second_ = 1'000'000;
  std::optional<TraceBuilder::Thread> thread_;
  std::string thread_name_;
  bool is_sorted_ = true;
};

Status Parser::parse_line(std::string_view line) {
  TRY(const std::vector<Words> statements, split_line(line));
  const Words& words = statements[0];
  if (words.empty()) return statements.size() == 1 ? Status() : Error{"a line cannot start with \";\""};
  const std::string& first = words[0];
  const size_t dots = first.find("..");
  if (dots != std::string::npos) return parse_interval(statements, dots);
  if (statements.size() > 1) return Error{"only an interval (\"2..5 REGION\") can have several events"};

  if (first == "resolution") return parse_resolution(words);
  if (first == "comm") return parse_communicator(words);
  if (first == "intercomm") return parse_intercommunicator(words);
  if (first == "group") return parse_group(words);
  if (first == "team") return parse_team(words);
  if (first == "window") return parse_window(words);
  if (first == "file") return parse_file(words);
  if (first == "cause") return parse_cause(words);
  if (first == "stack") return parse_stack(words);
  if (first == "rank") return parse_rank_line(words);
  if (first == "clock") return parse_clock(words);
  if (first == "node" && words.size() == 2) return builder_.on_node(words[1]), Status();
  if (first == "partial" && words.size() == 1) return builder_.set_partial(), Status();
  for (const ArchiveProperty& property : kArchiveProperties) {
    if (first == property.line && words.size() == 1) return builder_.set_property(property.name), Status();
  }
  if (first == "ended-by" && words.size() == 3)
    return builder_.set_property(kEndedBy, words[1] + " " + words[2]), Status();
  if (first == "unsorted" && words.size() == 1) return is_sorted_ = false, Status();
  if (first == "truncated" && words.size() == 1)
    return end_location(Anomaly::truncated_location, "ends in the middle");
  if (first == "missing" && words.size() == 1)
    return end_location(Anomaly::missing_location, "has no events");

  TRY(const Ticks time, parse_time(first, ticks_per_second_));
  if (words.size() == 1) return Error{"an event is missing after the time"};
  TRY(const Event event, parse_event(std::span(words).subspan(1), builder_));
  return add_event(event, time);
}

Status Parser::parse_resolution(const Words& words) {
  const Error malformed{"expected \"resolution TICKS_PER_SECOND\" before the first event"};
  if (words.size() != 2 || thread_) return malformed;
  const std::string& number = words[1];
  const auto [end, problem] =
      std::from_chars(number.data(), number.data() + number.size(), ticks_per_second_);
  if (problem != std::errc() || end != number.data() + number.size() || ticks_per_second_ == 0)
    return malformed;
  builder_.set_ticks_per_second(ticks_per_second_);
  return {};
}

Status Parser::parse_communicator(const Words& words) {
  if (words.size() < 3 || words[2] != "ranks") return Error{"expected \"comm NAME ranks RANK...\""};
  if (builder_.find_communicator(words[1]).valid())
    return Error{fmt::format("\"{}\" is defined twice", words[1])};
  TRY(std::vector<uint32_t> ranks, parse_ranks(std::span(words).subspan(3)));
  builder_.add_communicator(words[1], std::move(ranks));
  return {};
}

Status Parser::parse_intercommunicator(const Words& words) {
  const size_t remote = static_cast<size_t>(std::find(words.begin(), words.end(), "remote") - words.begin());
  if (words.size() < 4 || words[2] != "ranks" || remote + 1 >= words.size()) {
    return Error{"expected \"intercomm NAME ranks RANK... remote RANK...\""};
  }
  if (builder_.find_communicator(words[1]).valid())
    return Error{fmt::format("\"{}\" is defined twice", words[1])};
  TRY(std::vector<uint32_t> ranks, parse_ranks(std::span(words).subspan(3, remote - 3)));
  TRY(std::vector<uint32_t> remote_ranks, parse_ranks(std::span(words).subspan(remote + 1)));
  builder_.add_intercommunicator(words[1], std::move(ranks), std::move(remote_ranks));
  return {};
}

Status Parser::parse_group(const Words& words) {
  if (words.size() < 3 || words[2] != "ranks") return Error{"expected \"group NAME ranks RANK...\""};
  if (builder_.find_group(words[1]).valid()) return Error{fmt::format("\"{}\" is defined twice", words[1])};
  TRY(std::vector<uint32_t> ranks, parse_ranks(std::span(words).subspan(3)));
  builder_.add_group(words[1], std::move(ranks));
  return {};
}

Status Parser::parse_team(const Words& words) {
  if (words.size() < 4 || words[2] != "threads")
    return Error{"expected \"team NAME threads RANK.THREAD...\""};
  if (builder_.find_communicator(words[1]).valid())
    return Error{fmt::format("\"{}\" is defined twice", words[1])};
  std::vector<TraceBuilder::ThreadName> threads;
  for (const std::string& word : std::span(words).subspan(3)) {
    const size_t point = std::min(word.find('.'), word.size());
    TRY(const uint32_t rank, parse_rank(word.substr(0, point)));
    TRY(const uint32_t number, parse_rank(point < word.size() ? word.substr(point + 1) : "0"));
    threads.emplace_back(rank, number);
  }
  builder_.add_team(words[1], std::move(threads));
  return {};
}

Status Parser::parse_window(const Words& words) {
  if (words.size() != 3) return Error{"expected \"window NAME COMMUNICATOR\""};
  if (builder_.find_window(words[1]).valid()) return Error{fmt::format("\"{}\" is defined twice", words[1])};
  const CommId comm = builder_.find_communicator(words[2]);
  if (!comm.valid()) return Error{fmt::format("there is no communicator \"{}\"", words[2])};
  builder_.add_window(words[1], comm);
  return {};
}

Status Parser::parse_file(const Words& words) {
  if (words.size() != 2 && words.size() != 3)
    return Error{"expected \"file NAME\" or \"file NAME COMMUNICATOR\""};
  if (builder_.find_io_handle(words[1]).valid())
    return Error{fmt::format("\"{}\" is defined twice", words[1])};
  CommId comm;
  if (words.size() == 3) {
    comm = builder_.find_communicator(words[2]);
    if (!comm.valid()) return Error{fmt::format("there is no communicator \"{}\"", words[2])};
  }
  builder_.add_file(words[1], comm);
  return {};
}

Status Parser::parse_cause(const Words& words) {
  if (words.size() != 2) return Error{"expected \"cause NAME\""};
  thread_ = builder_.add_cause(words[1]);
  thread_name_ = words[1];
  is_sorted_ = true;
  return {};
}

/// Reads "wave.c:88"; a file without a line, too.
SourceLocation parse_location(const std::string& word) {
  const size_t colon = word.rfind(':');
  SourceLocation location{word, 0};
  if (colon == std::string::npos) return location;
  const char* const end = word.data() + word.size();
  const auto [stopped, problem] = std::from_chars(word.data() + colon + 1, end, location.line);
  if (problem != std::errc() || stopped != end) return {word, 0};
  location.file.resize(colon);
  return location;
}

Status Parser::parse_stack(const Words& words) {
  const Error malformed{"expected \"stack NAME [in STACK] FUNCTION FILE:LINE...\""};
  if (words.size() < 4) return malformed;
  if (builder_.find_stack(words[1]).valid()) return Error{fmt::format("\"{}\" is defined twice", words[1])};
  CallingContextId innermost;
  size_t next = 2;
  if (words[2] == "in") {
    innermost = builder_.find_stack(words[3]);
    if (!innermost.valid()) return Error{fmt::format("there is no stack \"{}\"", words[3])};
    next = 4;
  }
  if (next == words.size() || (words.size() - next) % 2 != 0) return malformed;
  for (; next < words.size(); next += 2)
    innermost = builder_.add_frame(words[next], parse_location(words[next + 1]), innermost);
  builder_.name_stack(words[1], innermost);
  return {};
}

Status Parser::parse_rank_line(const Words& words) {
  const bool is_stream = words.size() == 4 && words[2] == "stream";
  const bool has_number = is_stream || (words.size() == 4 && words[2] == "thread");
  if (words.size() != 2 && !has_number)
    return Error{R"(expected "rank RANK", "rank RANK thread THREAD" or "rank RANK stream STREAM")"};
  TRY(const uint32_t rank, parse_rank(words[1]));
  uint32_t number = 0;
  if (has_number) {
    TRY(number, parse_rank(words[3]));
  }
  if (is_stream && number == 0) return Error{"a process's location 0 is its main thread, and no stream"};
  thread_ = is_stream ? builder_.stream(rank, number) : builder_.thread(rank, number);
  if (builder_.is_stream(*thread_) != is_stream)
    return Error{fmt::format("location {} of rank {} is both a thread and a stream", number, rank)};
  thread_name_ =
      has_number ? fmt::format("rank {} {} {}", rank, words[2], number) : fmt::format("rank {}", rank);
  is_sorted_ = true;
  return {};
}

Status Parser::parse_clock(const Words& words) {
  if (!thread_) return Error{"expected a rank before its clock"};
  if (words.size() != 3) return Error{"expected \"clock TIME OFFSET\""};
  TRY(const Ticks time, parse_time(words[1], ticks_per_second_));
  TRY(const Ticks offset, parse_time(words[2], ticks_per_second_));
  std::vector<ClockOffset>& offsets = builder_.clock_offsets(*thread_);
  if (!offsets.empty() && time < offsets.back().time)
    return Error{"the clock offset before this one has a later time"};
  offsets.push_back({time, offset.count, 0});
  return {};
}

Status Parser::end_location(Anomaly anomaly, std::string_view what) {
  if (!thread_) return Error{"expected a rank first"};
  ReadOutcome& outcome = builder_.outcome(*thread_);
  if (!outcome.problem.empty()) return Error{"this location has ended before"};
  outcome.anomalies.count(anomaly);
  outcome.problem = fmt::format("{} {}", thread_name_, what);
  return {};
}

Status Parser::parse_interval(const std::vector<Words>& statements, size_t dots) {
  const Words& first = statements[0];
  const std::string_view times = first[0];
  TRY(const Ticks begin, parse_time(times.substr(0, dots), ticks_per_second_));
  TRY(const Ticks end, parse_time(times.substr(dots + 2), ticks_per_second_));
  if (first.size() == 1) return Error{"a region is missing after the interval"};

  Event event;
  event.region = builder_.region(first[1]);
  event.kind = EventKind::enter;
  size_t next = 2;
  if (first.size() > next && first[next].starts_with("stack=")) {
    TRY(event, parse_event(std::array{std::string("enter"), first[1], first[next]}, builder_));
    ++next;
  }
  TRY_STATUS(add_event(event, begin));
  event.calling_context = CallingContextId();
  if (first.size() > next) TRY_STATUS(parse_interval_event(std::span(first).subspan(next), begin, end));
  for (const Words& words : std::span(statements).subspan(1)) {
    if (words.empty()) return Error{"an event is missing after \";\""};
    TRY_STATUS(parse_interval_event(words, begin, end));
  }
  event.kind = EventKind::leave;
  return add_event(event, end);
}

Status Parser::parse_interval_event(std::span<const std::string> words, Ticks begin, Ticks end) {
  std::optional<Ticks> time;
  if (words.back().starts_with('@')) {
    TRY(time, parse_time(std::string_view(words.back()).substr(1), ticks_per_second_));
    words = words.first(words.size() - 1);
    if (words.empty()) return Error{"an event is missing before the time"};
  }
  if (collective_from_name(words[0])) {
    Event collective_begin;
    collective_begin.kind = EventKind::collective_begin;
    TRY_STATUS(add_event(collective_begin, begin));
  }
  TRY(const Event event, parse_event(words, builder_));
  return add_event(event, time.value_or(info_of(event.kind).when == InCall::begin ? begin : end));
}

Status Parser::add_event(Event event, Ticks time) {
  if (!thread_) return Error{"expected a rank before the first event"};
  if (!builder_.outcome(*thread_).problem.empty()) return Error{"this location has ended before"};
  std::vector<Event>& events = builder_.events(*thread_);
  if (is_sorted_ && !events.empty() && time < events.back().time) {
    return Error{"the event before this one has a later time (a line \"unsorted\" allows that)"};
  }
  event.time = time;
  events.push_back(event);
  return {};
}

}  // namespace

Result<std::unique_ptr<Trace>> parse_text_trace(std::string_view text, const std::string& name) {
  Parser parser;
  for (size_t line_number = 1; !text.empty(); ++line_number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line == "---") break;
    const Status status = parser.parse_line(line);
    if (!status) return Error{fmt::format("{}:{}: {}", name, line_number, status.error().message)};
  }
  Result<std::unique_ptr<MemoryTrace>> trace = std::move(parser).finish();
  if (!trace) return Error{fmt::format("{}: {}", name, trace.error().message)};
  return std::unique_ptr<Trace>(std::move(trace).value());
}

}  // namespace latecomer::trace
