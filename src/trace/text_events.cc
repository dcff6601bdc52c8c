// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/text_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace latecomer::trace {
namespace {

/// What can be said about an event of each kind, in the order in which it is printed.
struct KindGrammar {
  EventKind kind;
  std::vector<std::string_view> required;
  std::vector<std::string_view> optional;
};

const KindGrammar& grammar_of(EventKind kind) {
  using enum EventKind;
  static const std::vector<KindGrammar> kGrammars = {
      {enter, {"region"}, {}},
      {leave, {}, {"region"}},
      {send, {"to"}, {"tag", "bytes", "comm"}},
      {isend, {"to", "request"}, {"tag", "bytes", "comm"}},
      {isend_complete, {"request"}, {}},
      {irecv_request, {"request"}, {}},
      {recv, {"from"}, {"tag", "bytes", "comm"}},
      {irecv, {"from", "request"}, {"tag", "bytes", "comm"}},
      {request_test, {"request"}, {}},
      {request_cancelled, {"request"}, {}},
      {collective_begin, {}, {}},
      {collective_end, {"op"}, {"root", "sent", "received", "comm", "sources"}},
      {icollective_request, {"request"}, {}},
      {icollective_complete, {"op", "request"}, {"root", "sent", "received", "comm", "sources"}},
      {probe, {"from"}, {"tag", "message", "comm"}},
      {match, {"message"}, {}},
      {receive_pending, {}, {"from", "tag", "comm"}},
      {psend_init, {"to", "request", "partitions"}, {"tag", "bytes", "comm"}},
      {precv_init, {"from", "request", "partitions"}, {"tag", "bytes", "comm"}},
      {psend_request, {"request"}, {}},
      {precv_request, {"request"}, {}},
      {pready, {"request", "partition"}, {}},
      {parrived, {"request", "partition"}, {}},
      {ptested, {"request", "partition"}, {}},
      {psend_complete, {"request"}, {}},
      {precv_complete, {"request"}, {}},
      {other_world, {}, {}},
      {thread_fork, {}, {"threads", "paradigm"}},
      {thread_join, {}, {"paradigm"}},
      {team_begin, {"team"}, {}},
      {team_end, {"team"}, {}},
      {acquire_lock, {"lock", "order"}, {"paradigm"}},
      {release_lock, {"lock", "order"}, {"paradigm"}},
      {rma_win_create, {"win"}, {}},
      {rma_win_destroy, {"win"}, {}},
      {rma_collective_begin, {}, {}},
      {rma_collective_end, {"op", "win"}, {"root", "sent", "received"}},
      {rma_group_sync, {"win", "group"}, {}},
      {rma_request_lock, {"win", "target", "lock"}, {"exclusive"}},
      {rma_acquire_lock, {"win", "target", "lock"}, {"exclusive"}},
      {rma_release_lock, {"win", "target", "lock"}, {}},
      {rma_put, {"win", "target"}, {"bytes"}},
      {rma_get, {"win", "target"}, {"bytes"}},
      {rma_atomic, {"win", "target"}, {"sent", "received"}},
      {comm_create, {"comm"}, {}},
      {comm_destroy, {"comm"}, {}},
      {program_begin, {"region"}, {}},
      {program_end, {"region"}, {}},
      {measurement_off, {}, {}},
      {measurement_on, {}, {}},
      {buffer_flush, {}, {"ticks"}},
      {other, {}, {}},
  };
  return kGrammars[static_cast<size_t>(kind)];
}

constexpr std::string_view kParadigms[] = {"unknown", "user",    "compiler",           "openmp",
                                           "mpi",     "pthread", "measurement_system", "other"};
static_assert(std::size(kParadigms) == static_cast<size_t>(Paradigm::other) + 1);

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_root(CollectiveOp op) {
  using enum CollectiveOp;
  return op == bcast || op == gather || op == gatherv || op == scatter || op == scatterv || op == reduce;
}

template <class Number>
Status parse_number(std::string_view text, Number& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem == std::errc() && end == text.data() + text.size()) return {};
  return Error{fmt::format("\"{}\" is not a whole number in range", text)};
}

Status parse_root(std::string_view text, RankInComm& root) {
  if (text == "none")
    root = kNoRank;
  else if (text == "self")
    root = kSelfRank;
  else if (text == "this_group")
    root = kThisGroup;
  else
    return parse_number(text, root);
  return {};
}

Status parse_paradigm(std::string_view text, Paradigm& paradigm) {
  for (size_t i = 0; i < std::size(kParadigms); ++i) {
    if (kParadigms[i] == text) return paradigm = static_cast<Paradigm>(i), Status();
  }
  return Error{fmt::format("there is no paradigm \"{}\"", text)};
}

Status set_window(const std::string& name, const TraceBuilder& builder, Event& event) {
  event.window = builder.find_window(name);
  if (!event.window.valid()) return Error{fmt::format("there is no window \"{}\"", name)};
  return {};
}

Status set_comm(const std::string& name, const TraceBuilder& builder, Event& event) {
  event.comm = builder.find_communicator(name);
  if (!event.comm.valid()) return Error{fmt::format("there is no communicator \"{}\"", name)};
  return {};
}

Status set_sources(const std::string& name, const TraceBuilder& builder, Event& event) {
  event.sources = builder.find_group(name);
  if (!event.sources.valid()) event.sources = builder.group_of(builder.find_communicator(name));
  if (!event.sources.valid()) return Error{fmt::format("there is no group \"{}\"", name)};
  return {};
}

Status set_collective(std::string_view name, Event& event) {
  const std::optional<CollectiveOp> op = collective_from_name(name);
  if (!op) return Error{fmt::format("there is no collective operation \"{}\"", name)};
  event.collective = *op;
  return {};
}

/// Whether the bytes of an event of this kind are bytes received.
bool receives(EventKind kind) {
  return kind == EventKind::recv || kind == EventKind::irecv || kind == EventKind::precv_init ||
         kind == EventKind::rma_get;
}

Status set_argument(std::string_view key, const std::string& value, TraceBuilder& builder, Event& event) {
  if (key == "region")
    event.region = builder.region(value);
  else if (key == "target" && value == "all")
    event.peer = kNoRank;
  else if (event.kind == EventKind::receive_pending && key == "from" && value == "any")
    event.peer = kNoRank;
  else if (event.kind == EventKind::receive_pending && key == "tag" && value == "any")
    event.tag = kAnyTag;
  else if (key == "to" || key == "from" || key == "target")
    return parse_number(value, event.peer);
  else if (key == "tag")
    return parse_number(value, event.tag);
  else if (key == "bytes")
    return parse_number(value, receives(event.kind) ? event.bytes_received : event.bytes_sent);
  else if (key == "sent" || key == "ticks")
    return parse_number(value, event.bytes_sent);
  else if (key == "received")
    return parse_number(value, event.bytes_received);
  else if (key == "request" || key == "message" || key == "lock")
    return parse_number(value, event.request);
  else if (key == "partitions" || key == "partition" || key == "order" || key == "threads" ||
           key == "exclusive")
    return parse_number(value, event.number);
  else if (key == "paradigm")
    return parse_paradigm(value, event.paradigm);
  else if (key == "win")
    return set_window(value, builder, event);
  else if (key == "root")
    return parse_root(value, event.root);
  else if (key == "comm" || key == "team")
    return set_comm(value, builder, event);
  else if (key == "sources" || key == "group")
    return set_sources(value, builder, event);
  else if (key == "op")
    return set_collective(value, event);
  return {};
}

/// The values of what is not said.
void set_defaults(const KindGrammar& grammar, Event& event) {
  const auto takes = [&](std::string_view key) { return contains(grammar.optional, key); };
  if (takes("comm")) event.comm = TraceBuilder::world();
  if (takes("paradigm")) event.paradigm = Paradigm::openmp;
  if (takes("exclusive")) event.number = 1;
  if (takes("bytes")) (receives(event.kind) ? event.bytes_received : event.bytes_sent) = 1;
  if (takes("sent")) event.bytes_sent = event.bytes_received = 1;
}

std::string root_text(RankInComm root) {
  switch (root) {
    case kNoRank:
      return "none";
    case kSelfRank:
      return "self";
    case kThisGroup:
      return "this_group";
    default:
      return fmt::to_string(root);
  }
}

/// What to print after the key; empty to print nothing.
std::string argument_text(std::string_view key, const Event& event, const EventPrinter& names) {
  if (key == "region") return event.region.valid() ? quoted_if_needed(names.region(event.region)) : "";
  if (key == "target" && event.peer == kNoRank) return "all";
  if (key == "from" && event.peer == kNoRank) return "any";
  if (key == "to" || key == "from" || key == "target") return fmt::to_string(event.peer);
  if (key == "tag" && event.tag == kAnyTag) return "any";
  if (key == "tag") return fmt::to_string(event.tag);
  if (key == "bytes") return fmt::to_string(receives(event.kind) ? event.bytes_received : event.bytes_sent);
  if (key == "sent" || key == "ticks") return fmt::to_string(event.bytes_sent);
  if (key == "received") return fmt::to_string(event.bytes_received);
  if (key == "request" || key == "message" || key == "lock") return fmt::to_string(event.request);
  if (key == "partitions" || key == "partition" || key == "order" || key == "threads" || key == "exclusive")
    return fmt::to_string(event.number);
  if (key == "paradigm") return std::string(kParadigms[static_cast<size_t>(event.paradigm)]);
  if (key == "win") return event.window.valid() ? names.window(event.window) : "";
  if (key == "root") return has_root(event.collective) || event.root != kNoRank ? root_text(event.root) : "";
  if (key == "comm" || key == "team") return event.comm.valid() ? names.communicator(event.comm) : "";
  if (key == "sources" || key == "group") return event.sources.valid() ? names.group(event.sources) : "";
  if (key == "op") return std::string(name_of(event.collective));
  return "";
}

/// The wanted names made unique by appending their position where they are empty or taken.
class UniqueNames {
 public:
  std::string operator()(const std::string& wanted, std::string_view kind, size_t position) {
    std::string name = wanted;
    while (name.empty() || !taken_.insert(name).second)
      name = fmt::format("{}{}#{}", wanted, wanted.empty() ? kind : "", position);
    return name;
  }

 private:
  std::set<std::string> taken_ = {"world", "self"};
};

}  // namespace

std::optional<EventKind> event_kind_from_name(std::string_view name) {
  for (size_t kind = 0; kind <= static_cast<size_t>(EventKind::other); ++kind) {
    if (name == name_of(static_cast<EventKind>(kind))) return static_cast<EventKind>(kind);
  }
  return std::nullopt;
}

std::optional<CollectiveOp> collective_from_name(std::string_view name) {
  for (size_t op = 0; op <= static_cast<size_t>(CollectiveOp::none); ++op) {
    if (name == name_of(static_cast<CollectiveOp>(op))) return static_cast<CollectiveOp>(op);
  }
  return std::nullopt;
}

Result<Event> parse_event(std::span<const std::string> words, TraceBuilder& builder) {
  Event event;
  std::set<std::string_view> seen;
  if (const std::optional<EventKind> kind = event_kind_from_name(words[0])) {
    event.kind = *kind;
  } else {
    event.kind = EventKind::collective_end;
    if (!set_collective(words[0], event)) return Error{fmt::format("there is no event \"{}\"", words[0])};
    seen.insert("op");
  }
  const KindGrammar& grammar = grammar_of(event.kind);
  const bool takes_region = contains(grammar.required, "region") || contains(grammar.optional, "region");
  set_defaults(grammar, event);

  for (const std::string& word : words.subspan(1)) {
    const size_t equals = word.find('=');
    const bool is_bare_region = takes_region || equals == std::string::npos;
    const std::string_view key = is_bare_region ? "region" : std::string_view(word).substr(0, equals);
    if (!contains(grammar.required, key) && !contains(grammar.optional, key)) {
      return Error{fmt::format("{} does not take \"{}\"", words[0], word)};
    }
    if (!seen.insert(key).second) return Error{fmt::format("\"{}\" comes twice", key)};
    TRY_STATUS(set_argument(key, is_bare_region ? word : word.substr(equals + 1), builder, event));
  }
  for (const std::string_view key : grammar.required) {
    if (!seen.contains(key)) return Error{fmt::format("{} needs {}", words[0], key)};
  }
  if (has_root(event.collective) && !seen.contains("root")) event.root = 0;
  return event;
}

Result<Ticks> parse_time(std::string_view text, uint64_t ticks_per_second) {
  const Error not_a_time{fmt::format("\"{}\" is not a time", text)};
  if (text.starts_with('-') && !text.starts_with("--")) {
    const Result<Ticks> magnitude = parse_time(text.substr(1), ticks_per_second);
    if (!magnitude) return Error{not_a_time};
    return Ticks(-magnitude->count);
  }
  int64_t ticks = 0;
  if (text.ends_with('t')) {
    if (!parse_number(text.substr(0, text.size() - 1), ticks) || ticks < 0) return not_a_time;
    return Ticks(ticks);
  }
  const size_t point = std::min(text.find('.'), text.size());
  const std::string_view fraction = point < text.size() ? text.substr(point + 1) : std::string_view();
  constexpr size_t kMaxDigits = 18;  // so that neither the number nor the power of ten overflows
  if (point == 0 || text.size() > kMaxDigits || text.ends_with('.')) return not_a_time;
  int64_t number = 0;
  const std::string digits = std::string(text.substr(0, point)).append(fraction);
  if (!parse_number(std::string_view(digits), number) || number < 0) return not_a_time;
  uint64_t scale = 1;
  for (size_t digit = 0; digit < fraction.size(); ++digit) scale *= 10;
  const unsigned __int128 scaled_ticks = static_cast<unsigned __int128>(number) * ticks_per_second;
  if (scaled_ticks % scale != 0) return Error{fmt::format("{} s is not a whole number of ticks", text)};
  if (scaled_ticks / scale > INT64_MAX) return not_a_time;
  return Ticks(static_cast<int64_t>(scaled_ticks / scale));
}

EventPrinter::EventPrinter(const Trace& trace) : trace_(trace), definitions_(trace.definitions()) {
  UniqueNames unique_communicator;
  for (size_t i = 0; i < definitions_.communicators.size(); ++i) {
    const Communicator& communicator = definitions_.communicators[i];
    std::string name = CommId(i) == definitions_.world ? "world" : "self";
    if (CommId(i) != definitions_.world && communicator.kind != CommKind::self)
      name = unique_communicator(communicator.name, "comm", i);
    communicators_.push_back(quoted_if_needed(name));
  }
  groups_.resize(definitions_.groups.size());
  for (size_t i = definitions_.communicators.size(); i-- > 0;) {  // of several with one group, the first
    const Communicator& communicator = definitions_.communicators[i];
    if (communicator.remote_group.valid()) groups_[communicator.remote_group.index()] = communicators_[i];
    if (communicator.group.valid()) groups_[communicator.group.index()] = communicators_[i];
  }
  size_t unnamed = 0;
  for (std::string& name : groups_) {
    if (name.empty()) name = fmt::format("group{}", unnamed++);
  }
  UniqueNames unique_window;
  for (size_t i = 0; i < definitions_.windows.size(); ++i)
    windows_.push_back(quoted_if_needed(unique_window(definitions_.windows[i].name, "window", i)));

  constexpr int kMostDigits = 9;
  uint64_t scale = 1;
  for (int digits = 0; digits <= kMostDigits && scale_ == 0; ++digits, scale *= 10) {
    if (scale % definitions_.ticks_per_second != 0) continue;
    scale_ = scale;
    digits_ = digits;
  }
}

std::string EventPrinter::event(const Event& event) const {
  std::string text(name_of(event.kind));
  const KindGrammar& grammar = grammar_of(event.kind);
  for (const std::vector<std::string_view>* keys : {&grammar.required, &grammar.optional}) {
    for (const std::string_view key : *keys) {
      const std::string value = argument_text(key, event, *this);
      if (value.empty()) continue;
      text += key == "region" ? fmt::format(" {}", value) : fmt::format(" {}={}", key, value);
    }
  }
  return text;
}

std::string EventPrinter::region(RegionId id) const {
  // Those of programs are made when they are asked for.
  const bool is_defined = id.index() < definitions_.regions.size();
  return is_defined ? definitions_.regions[id.index()].name : trace_.region(id).name;
}

std::string EventPrinter::time(Ticks time) const {
  if (scale_ == 0) return fmt::format("{}t", time.count);
  const char* sign = time.count < 0 ? "-" : "";
  const uint64_t ticks =
      time.count < 0 ? -static_cast<uint64_t>(time.count) : static_cast<uint64_t>(time.count);
  const uint64_t seconds = ticks / definitions_.ticks_per_second;
  const uint64_t fraction = ticks % definitions_.ticks_per_second * (scale_ / definitions_.ticks_per_second);
  return digits_ == 0 ? fmt::format("{}{}", sign, seconds)
                      : fmt::format("{}{}.{:0{}}", sign, seconds, fraction, digits_);
}

std::string quoted_if_needed(std::string_view text) {
  const bool needs_quotes = text.empty() || text.find_first_of(" \t;#\"@") != std::string_view::npos;
  if (!needs_quotes) return std::string(text);
  std::string quoted(text);
  std::replace(quoted.begin(), quoted.end(), '"', '\'');
  std::replace(quoted.begin(), quoted.end(), '\n', ' ');
  return '"' + quoted + '"';
}

}  // namespace latecomer::trace
