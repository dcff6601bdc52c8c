// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/text_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "trace/event_kinds.h"

namespace latecomer::trace {
namespace {

constexpr std::string_view kParadigms[] = {"unknown", "user",     "compiler",           "openmp", "mpi",
                                           "pthread", "sampling", "measurement_system", "other"};
static_assert(std::size(kParadigms) == static_cast<size_t>(Paradigm::other) + 1);

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

/// Reads a distance in bytes, which is negative backward.
Status parse_seek(std::string_view text, uint64_t& offset) {
  int64_t number = 0;
  TRY_STATUS(parse_number(text, number));
  offset = static_cast<uint64_t>(number);
  return {};
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

Status set_io_handle(const std::string& name, const TraceBuilder& builder, Event& event) {
  event.io_handle = builder.find_io_handle(name);
  if (!event.io_handle.valid()) return Error{fmt::format("there is no file \"{}\"", name)};
  return {};
}

Status set_io_file(const std::string& name, const TraceBuilder& builder, Event& event) {
  event.io_file = builder.find_io_file(name);
  if (!event.io_file.valid()) return Error{fmt::format("there is no file \"{}\"", name)};
  return {};
}

constexpr std::string_view kIoModes[] = {"read", "write", "flush"};
struct IoFlagWord {
  std::string_view word;
  uint32_t flag;
};
constexpr IoFlagWord kIoFlags[] = {{",nonblocking", kIoNonblocking}, {",collective", kIoCollective}};

/// Reads "write,collective".
Status parse_io_mode(std::string_view text, uint32_t& mode) {
  std::string_view rest = text;
  uint32_t flags = 0;
  for (auto each = std::rbegin(kIoFlags); each != std::rend(kIoFlags); ++each) {
    if (!rest.ends_with(each->word)) continue;
    rest.remove_suffix(each->word.size());
    flags |= each->flag;
  }
  const auto found = std::ranges::find(kIoModes, rest);
  if (found == std::end(kIoModes)) return Error{fmt::format("there is no mode \"{}\"", text)};
  mode = static_cast<uint32_t>(found - std::begin(kIoModes)) | flags;
  return {};
}

std::string io_mode_text(uint32_t mode) {
  std::string text(kIoModes[std::min<size_t>(mode & kIoModeMask, std::size(kIoModes) - 1)]);
  for (const IoFlagWord& each : kIoFlags) {
    if ((mode & each.flag) != 0) text += each.word;
  }
  return text;
}

Status set_comm(const std::string& name, const TraceBuilder& builder, Event& event) {
  event.comm = builder.find_communicator(name);
  if (!event.comm.valid()) return Error{fmt::format("there is no communicator \"{}\"", name)};
  return {};
}

Status set_stack(const std::string& name, const TraceBuilder& builder, Event& event) {
  event.calling_context = builder.find_stack(name);
  if (!event.calling_context.valid()) return Error{fmt::format("there is no stack \"{}\"", name)};
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

/// Returns the field of an event of this kind that a text calls `text`, if it has one.
std::optional<FieldName> find_field(EventKind kind, std::string_view text) {
  for (const FieldNames* names : {&info_of(kind).required, &info_of(kind).optional}) {
    for (const FieldName name : *names) {
      if (text_of(name) == text) return name;
    }
  }
  return std::nullopt;
}

/// Returns whether this field of an event of this kind may be anything.
bool may_be_any(EventKind kind, FieldName name) {
  return kind == EventKind::receive_pending && (name == FieldName::source || name == FieldName::tag);
}

Status set_field(FieldName name, const std::string& value, TraceBuilder& builder, Event& event) {
  const bool is_any = may_be_any(event.kind, name) && value == "any";
  const bool is_all = name == FieldName::target && value == "all";
  switch (field_of(name)) {
    case Field::region:
      event.region = builder.region(value);
      return {};
    case Field::peer:
      if (!is_any && !is_all) return parse_number(value, event.peer);
      event.peer = kNoRank;
      return {};
    case Field::tag:
      if (!is_any) return parse_number(value, event.tag);
      event.tag = kAnyTag;
      return {};
    case Field::bytes_sent:
      if (name != FieldName::seek) return parse_number(value, event.bytes_sent);
      return parse_seek(value, event.bytes_sent);
    case Field::bytes_received:
      return parse_number(value, event.bytes_received);
    case Field::request:
      return parse_number(value, event.request);
    case Field::number:
      if (name == FieldName::mode) return parse_io_mode(value, event.number);
      return parse_number(value, event.number);
    case Field::paradigm:
      return parse_paradigm(value, event.paradigm);
    case Field::window:
      return set_window(value, builder, event);
    case Field::io_handle:
      return set_io_handle(value, builder, event);
    case Field::io_file:
      return set_io_file(value, builder, event);
    case Field::calling_context:
      return set_stack(value, builder, event);
    case Field::root:
      return parse_root(value, event.root);
    case Field::comm:
      return set_comm(value, builder, event);
    case Field::sources:
      return set_sources(value, builder, event);
    case Field::collective:
      return set_collective(value, event);
  }
  return {};
}

/// Sets the values of what is not said.
void set_defaults(Event& event) {
  using enum FieldName;
  const FieldNames& optional = info_of(event.kind).optional;
  if (optional.contain(comm)) event.comm = TraceBuilder::world();
  if (optional.contain(paradigm)) event.paradigm = Paradigm::openmp;
  if (optional.contain(exclusive) || optional.contain(by_mpi)) event.number = 1;
  if (optional.contain(offset)) event.offset() = kNoOffset;
  if (optional.contain(sent_bytes) || optional.contain(sent)) event.bytes_sent = 1;
  if (optional.contain(received_bytes) || optional.contain(received)) event.bytes_received = 1;
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

/// Returns a field's value as text; empty to print nothing.
std::string field_text(FieldName name, const Event& event, const EventPrinter& names) {
  switch (field_of(name)) {
    case Field::region:
      return event.region.valid() ? quoted_if_needed(names.region(event.region)) : "";
    case Field::peer:
      if (event.peer != kNoRank || name == FieldName::to) return fmt::to_string(event.peer);
      return name == FieldName::target ? "all" : "any";
    case Field::tag:
      return event.tag == kAnyTag ? "any" : fmt::to_string(event.tag);
    case Field::bytes_sent:
      if (name == FieldName::seek) return fmt::to_string(static_cast<int64_t>(event.bytes_sent));
      return fmt::to_string(event.bytes_sent);
    case Field::bytes_received:
      if (name == FieldName::offset && event.bytes_received == kNoOffset) return "";
      return fmt::to_string(event.bytes_received);
    case Field::request:
      return fmt::to_string(event.request);
    case Field::number:
      if (name == FieldName::member && event.number == 0) return "";  // archives do not have it
      if (name == FieldName::cause && event.cause() == 0) return "";
      return name == FieldName::mode ? io_mode_text(event.number) : fmt::to_string(event.number);
    case Field::paradigm:
      return std::string(kParadigms[static_cast<size_t>(event.paradigm)]);
    case Field::window:
      return event.window.valid() ? names.window(event.window) : "";
    case Field::io_handle:
      return event.io_handle.valid() ? names.io_handle(event.io_handle) : "";
    case Field::io_file:
      return event.io_file.valid() ? names.io_file(event.io_file) : "";
    case Field::calling_context:
      return event.calling_context.valid() ? stack_name(event.calling_context) : "";
    case Field::root:
      return has_root(event.collective) || event.root != kNoRank ? root_text(event.root) : "";
    case Field::comm:
      return event.comm.valid() ? names.communicator(event.comm) : "";
    case Field::sources:
      return event.sources.valid() ? names.group(event.sources) : "";
    case Field::collective:
      return std::string(name_of(event.collective));
  }
  return "";
}

/// Makes wanted names unique by appending their position where they are empty or taken.
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
  std::set<FieldName> seen;
  if (const std::optional<EventKind> kind = event_kind_from_name(words[0])) {
    event.kind = *kind;
  } else {
    event.kind = EventKind::collective_end;
    if (!set_collective(words[0], event)) return Error{fmt::format("there is no event \"{}\"", words[0])};
    seen.insert(FieldName::op);
  }
  const bool takes_region = find_field(event.kind, "region").has_value();
  set_defaults(event);

  for (const std::string& word : words.subspan(1)) {
    const size_t equals = word.find('=');
    // The region is the first, and may have an = in its name.
    const bool is_bare_region = (takes_region && seen.empty()) || equals == std::string::npos;
    const std::string_view text = is_bare_region ? "region" : std::string_view(word).substr(0, equals);
    const std::optional<FieldName> name = find_field(event.kind, text);
    if (!name) return Error{fmt::format("{} does not take \"{}\"", words[0], word)};
    if (!seen.insert(*name).second) return Error{fmt::format("\"{}\" comes twice", text)};
    TRY_STATUS(set_field(*name, is_bare_region ? word : word.substr(equals + 1), builder, event));
  }
  for (const FieldName name : info_of(event.kind).required) {
    if (!seen.contains(name)) return Error{fmt::format("{} needs {}", words[0], text_of(name))};
  }
  if (has_root(event.collective) && !seen.contains(FieldName::root)) event.root = 0;
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
  name_files();

  constexpr int kMostDigits = 9;
  uint64_t scale = 1;
  for (int digits = 0; digits <= kMostDigits && scale_ == 0; ++digits, scale *= 10) {
    if (scale % definitions_.ticks_per_second != 0) continue;
    scale_ = scale;
    digits_ = digits;
  }
}

/// A file has the name of its first handle, and a handle that of its file.
void EventPrinter::name_files() {
  UniqueNames unique;
  io_files_.resize(definitions_.io_files.size());
  for (size_t i = 0; i < definitions_.io_handles.size(); ++i) {
    const IoFileId file = definitions_.io_handles[i].file;
    const std::string& name = file.valid() ? definitions_.io_files[file.index()].name : std::string();
    io_handles_.push_back(quoted_if_needed(unique(name, "file", i)));
    if (file.valid() && io_files_[file.index()].empty()) io_files_[file.index()] = io_handles_.back();
  }
  for (size_t i = 0; i < io_files_.size(); ++i) {
    if (io_files_[i].empty())
      io_files_[i] = quoted_if_needed(unique(definitions_.io_files[i].name, "file", io_handles_.size() + i));
  }
}

std::string EventPrinter::event(const Event& event) const {
  const EventKindInfo& info = info_of(event.kind);
  std::string text(info.name);
  for (const FieldNames* names : {&info.required, &info.optional}) {
    for (const FieldName name : *names) {
      const std::string value = field_text(name, event, *this);
      if (value.empty()) continue;
      text +=
          name == FieldName::region ? fmt::format(" {}", value) : fmt::format(" {}={}", text_of(name), value);
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

std::string stack_name(CallingContextId id) {
  return fmt::format("s{}", id.value);
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
