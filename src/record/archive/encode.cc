// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/archive/encode.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/c_library.h"
#include "base/openmp_libraries.h"
#include "record/archive/archive_place.h"
#include "record/archive/recorded_teams.h"
#include "record/core/counted_calls.h"
#include "record/core/node_clock.h"
#include "record/core/process_log.h"
#include "record/core/thread_log.h"
#include "record/core/write_signals.h"
#include "trace/archive_properties.h"

namespace latecomer::record {

namespace {

// Invalid if recording was never off.
trace::RegionId off_region_of(const ProcessDefinitions& process) {
  const auto found = std::ranges::find(process.regions, recording_off_region());
  return found == process.regions.end() ? trace::RegionId()
                                        : trace::RegionId(found - process.regions.begin());
}

bool has_openmp(const ProcessDefinitions& process) {
  return std::ranges::count(process.regions, trace::Paradigm::openmp, &RegionKey::paradigm) > 0;
}

// Between what the runtime of OpenMP calls and the program that called the runtime are regions, which were
// entered with the stack of that: a stack in a team begins with what the runtime calls, in all its threads.
// What the runtime calls of the C library is no program, but a part of the runtime.
void cut_at_openmp_runtime(const std::vector<CodeModule>& modules, std::vector<StackNode>& stacks) {
  const auto path_of = [&](const StackNode& node) -> std::string_view {
    const size_t module = node.call.module.index();
    return module < modules.size() ? std::string_view(modules[module].path) : std::string_view();
  };
  for (StackNode& node : stacks) {
    const bool is_program = !is_ompt_library(path_of(node)) && !is_c_library(path_of(node));
    if (node.caller.valid() && is_ompt_library(path_of(stacks[node.caller.index()])) && is_program)
      node.caller = StackId();
  }
}

}  // namespace

Result<ProcessDefinitions> read_process(const std::string& process_directory) {
  TRY(ProcessDefinitions process, read_process_log(definitions_file(process_directory)));
  if (process.stopped && !off_region_of(process).valid()) process.regions.push_back(recording_off_region());
  const size_t threads = count_threads(process_directory);
  for (size_t thread = 0; thread < threads; ++thread) {
    TRY_STATUS(check_thread_log(thread_file(process_directory, thread)));
    std::vector<StackNode>& stacks = process.stacks.emplace_back();
    const std::string file = stack_file(process_directory, thread);
    if (!std::filesystem::exists(file)) continue;
    TRY(stacks, read_stack_log(file));
    if (has_openmp(process)) cut_at_openmp_runtime(process.modules, stacks);
  }
  return process;
}

namespace {

// Gives a process's events their ids in the archive, and ends a thread that was still in the program when
// that ended.
class Translator final : public trace::EventSink {
 public:
  Translator(const ProcessDefinitions& process, const IdTranslation& ids, size_t thread, trace::EventSink& to)
      : process_(process), ids_(ids), thread_(thread), to_(to) {}

  void on_event(const trace::Event& event) override {
    const Ticks before = last_.time;
    const trace::Event translated = ids_(event, thread_);
    const bool is_in_runtime = event.kind == trace::EventKind::sample && !translated.calling_context.valid();
    if (is_in_runtime) return;  // of OpenMP, and nothing of the program called it there
    last_ = translated;
    last_.time = std::max(last_.time, before);  // what a polling run waits for stands behind its last test
    if (event.kind == trace::EventKind::enter || event.kind == trace::EventKind::program_begin)
      open_.push_back({last_.region, begin_of(event)});
    else if (event.kind == trace::EventKind::leave && !open_.empty())
      open_.pop_back();
    to_.on_event(last_);
  }

  // Whether the call has ended in which recording stopped is not known.
  void stop() {
    trace::Event off;
    off.kind = trace::EventKind::enter;
    off.time = last_.time;
    off.region = off_region_of(process_);
    on_event(off);
  }

  // What a call of MPI would still have brought about is not known, so that is left open, with all around it.
  void end_program(Ticks time) {
    for (; !open_.empty() && open_.back().begin != Begin::call; open_.pop_back()) {
      trace::Event end;
      end.kind =
          open_.back().begin == Begin::program ? trace::EventKind::program_end : trace::EventKind::leave;
      end.time = std::max(time, last_.time);
      end.region = open_.back().region;
      to_.on_event(end);
    }
  }

 private:
  enum class Begin : uint8_t { program, call, other };
  struct Open {
    trace::RegionId region;
    Begin begin;
  };

  Begin begin_of(const trace::Event& event) const {
    if (event.kind == trace::EventKind::program_begin) return Begin::program;
    const bool known = event.region.index() < process_.regions.size();
    const bool is_call = known && process_.regions[event.region.index()].paradigm == trace::Paradigm::mpi;
    return is_call ? Begin::call : Begin::other;
  }

  const ProcessDefinitions& process_;
  const IdTranslation& ids_;
  size_t thread_;
  trace::EventSink& to_;
  trace::Event last_;
  std::vector<Open> open_;
};

// As RecordedTeams::threads_of_locations, also of processes without teams.
std::vector<uint32_t> threads_in_order(const std::string& process_directory, const RecordedTeams& teams) {
  std::vector<uint32_t> threads = teams.threads_of_locations();
  if (!threads.empty()) return threads;
  threads.resize(count_threads(process_directory));
  std::iota(threads.begin(), threads.end(), 0U);
  return threads;
}

}  // namespace

Result<ProcessExtent> encode_process(const std::string& process_directory, uint32_t number,
                                     const ProcessDefinitions& process, const IdTranslation& ids,
                                     otf2::ArchiveWriter& archive) {
  ProcessExtent result{number, process.identity, {}, {}, {}, {}, process.unsampled_threads};
  RecordedTeams teams;
  if (has_openmp(process)) {
    TRY(teams, RecordedTeams::read(process_directory));
  }
  std::map<uint32_t, std::vector<uint32_t>> ids_of_files;
  for (const ThreadKey& thread : process.threads) ids_of_files[thread.file].push_back(thread.id);
  for (const uint32_t thread : threads_in_order(process_directory, teams)) {
    Result<uint64_t> outcome = uint64_t{0};
    TRY(otf2::LocationExtent extent,
        archive.write_location(otf2::location_reference(number, result.threads.size()), process.clock_offsets,
                               [&](trace::EventSink& sink) {
                                 Translator translator(process, ids, thread, sink);
                                 WorkerEnds workers(teams, thread, off_region_of(process), translator);
                                 outcome = read_thread_log(thread_file(process_directory, thread), workers);
                                 workers.finish();
                                 if (process.stopped) translator.stop();
                                 if (process.identity.ended) translator.end_program(*process.identity.ended);
                               }));
    if (!outcome) return outcome.error();
    result.threads.push_back(extent);
    result.thread_ids.push_back(std::move(ids_of_files[thread]));
  }
  result.teams = teams.members();
  TRY(result.counted, read_counted_calls(process_directory));
  return result;
}

namespace {

struct LeftProcess {
  std::string directory;
  ProcessDefinitions definitions;
};

// What all processes left, in the order of their ranks, those without a rank last.
Result<std::vector<LeftProcess>> read_processes(const std::string& archive) {
  std::vector<LeftProcess> processes;
  std::error_code problem;
  for (const std::string& directory : process_directories(archive, problem)) {
    TRY(ProcessDefinitions definitions, read_process(directory));
    processes.push_back({directory, std::move(definitions)});
  }
  if (problem && problem != std::errc::no_such_file_or_directory)
    return Error{recording_directory(archive) + ": " + problem.message()};
  std::ranges::sort(processes, {}, [](const LeftProcess& process) {
    const ProcessIdentity& identity = process.definitions.identity;
    return std::tuple(identity.world_rank.value_or(UINT32_MAX), identity.host, identity.pid,
                      process.directory);
  });
  return processes;
}

uint32_t world_size(const std::vector<LeftProcess>& processes) {
  uint32_t size = 0;
  for (const LeftProcess& process : processes) size = std::max(size, process.definitions.identity.world_size);
  return size;
}

// All ranks, also those of which nothing is left, and who is none, or has the rank of another one.
uint32_t count_processes(const std::vector<LeftProcess>& processes) {
  std::set<uint32_t> ranks;
  for (const LeftProcess& process : processes) {
    if (process.definitions.identity.world_rank) ranks.insert(*process.definitions.identity.world_rank);
  }
  return world_size(processes) + static_cast<uint32_t>(processes.size() - ranks.size());
}

// A rank of which nothing is left keeps its place with an empty location.
Result<ProcessExtent> write_missing_rank(uint32_t rank, const std::string& host,
                                         otf2::ArchiveWriter& writer) {
  TRY(const otf2::LocationExtent nothing,
      writer.write_location(otf2::location_reference(rank, 0), {}, [](trace::EventSink&) {}));
  ProcessExtent missing;
  missing.number = rank;
  missing.identity.host = host;
  missing.identity.world_rank = rank;
  missing.threads = {nothing};
  return missing;
}

// Writes the events of all processes; the result's positions are the processes' numbers.
Result<std::vector<ProcessExtent>> encode_all(const std::vector<LeftProcess>& processes,
                                              const SharedDefinitions& shared, otf2::ArchiveWriter& writer) {
  std::vector<std::optional<ProcessExtent>> ranked(world_size(processes));
  std::vector<ProcessExtent> others;
  const uint32_t count = count_processes(processes);
  for (const LeftProcess& left : processes) {
    const ProcessDefinitions& process = left.definitions;
    const uint32_t rank = process.identity.world_rank.value_or(UINT32_MAX);
    const bool first_of_rank = rank < ranked.size() && !ranked[rank];
    const uint32_t number = first_of_rank ? rank : static_cast<uint32_t>(ranked.size() + others.size());
    TRY(ProcessExtent extent,
        encode_process(left.directory, number, process, translation(process, number, count, shared), writer));
    if (first_of_rank) {
      ranked[rank] = std::move(extent);
    } else {
      others.push_back(std::move(extent));
    }
  }
  std::vector<ProcessExtent> result;
  for (uint32_t rank = 0; rank < ranked.size(); ++rank) {
    if (!ranked[rank]) {
      TRY(ranked[rank], write_missing_rank(rank, processes.front().definitions.identity.host, writer));
    }
    result.push_back(std::move(*ranked[rank]));
  }
  std::ranges::move(others, std::back_inserter(result));
  return result;
}

bool all_read_this_clock(const std::vector<LeftProcess>& processes) {
  return std::ranges::all_of(processes, [clock = clock_of_this_node()](const LeftProcess& process) {
    return process.definitions.identity.clock == clock;
  });
}

void extend_to(trace::Definitions& definitions, Ticks end) {
  const uint64_t length = static_cast<uint64_t>(end.count) - definitions.global_offset;
  if (static_cast<uint64_t>(end.count) > definitions.global_offset)
    definitions.length = std::max(definitions.length, length);
}

// The recording of one world.
Status encode_world(const std::string& archive, const std::vector<LeftProcess>& processes,
                    std::optional<Ticks> ended, const std::string& by, const CodeAt& code_at) {
  SharedDefinitions shared;
  for (const LeftProcess& process : processes) merge(shared, shared_definitions(process.definitions));

  TRY(otf2::ArchiveWriter writer,
      otf2::ArchiveWriter::create(writing_directory(archive), otf2::ArchivePart::whole, otf2::Locations::few,
                                  world_size(processes)));
  TRY(const std::vector<ProcessExtent> extents, encode_all(processes, shared, writer));
  ArchiveDefinitions definitions = archive_definitions(shared, extents, code_at);
  if (definitions.partial && ended && all_read_this_clock(processes)) extend_to(definitions, *ended);
  if (definitions.partial && !by.empty()) definitions.properties[std::string(trace::kEndedBy)] = by;
  TRY_STATUS(writer.write_definitions(definitions, definitions.meant));
  TRY_STATUS(writer.close());
  std::vector<uint64_t> references;
  for (const trace::Location& location : definitions.locations) references.push_back(location.reference);
  TRY_STATUS(sync_locations(archive, references));
  return put_in_place(archive);
}

// The program has written the events.
Status add_definitions(const std::string& archive, const ArchiveDefinitions& definitions) {
  TRY(otf2::ArchiveWriter writer,
      otf2::ArchiveWriter::create(writing_directory(archive), otf2::ArchivePart::whole, otf2::Locations::few,
                                  definitions.location_groups.size()));
  TRY_STATUS(writer.write_definitions(definitions, definitions.meant));
  TRY_STATUS(writer.close());
  return put_in_place(archive);
}

// The archives that are still to be made, with their processes. Those that never joined a world are put to
// the first if it is to be made; else they get an archive of their own.
std::map<std::string, std::vector<LeftProcess>> unfinished_archives(const std::string& directory,
                                                                    std::vector<LeftProcess> processes) {
  std::map<std::string, std::vector<LeftProcess>> archives;
  std::string of_others = directory;
  for (LeftProcess& process : processes) {
    const ProcessIdentity& identity = process.definitions.identity;
    std::string archive = archive_path(directory, identity.archive);
    if (std::filesystem::exists(anchor_file(archive))) {
      if (identity.world_rank) continue;  // its world has written it
      if (of_others == directory)
        of_others = archive_path(directory, archive_name(false, claim_archive(directory, false)));
      archive = of_others;
    }
    archives[archive].push_back(std::move(process));
  }
  return archives;
}

}  // namespace

Status check_format(const std::string& directory) {
  const Result<std::vector<LeftProcess>> processes = read_processes(directory);
  return processes ? Status() : Status(processes.error());
}

Status encode_leftovers(const std::string& directory, std::optional<Ticks> ended, const std::string& by,
                        const CodeAt& code_at) {
  const WriteSignalsBlocked blocked;
  const auto make = [&](const std::string& archive, const std::function<Status()>& write) -> Status {
    remove_incomplete_archive(archive);
    const Status written = write();
    if (written) return {};
    remove_incomplete_archive(archive);
    return archive_error(directory, written.error().message);
  };
  for (const std::string& archive : archives_in(directory)) {
    if (!lacks_definitions(archive)) continue;
    TRY(const ArchiveDefinitions definitions, lacking_definitions(archive, code_at));
    TRY_STATUS(make(archive, [&] { return add_definitions(archive, definitions); }));
  }
  TRY(std::vector<LeftProcess> processes, read_processes(directory));
  for (const auto& unfinished : unfinished_archives(directory, std::move(processes))) {
    const auto encode = [&] { return encode_world(unfinished.first, unfinished.second, ended, by, code_at); };
    TRY_STATUS(make(unfinished.first, encode));
  }
  remove_recording_directory(directory);
  remove_claim(directory);
  return {};
}

}  // namespace latecomer::record
