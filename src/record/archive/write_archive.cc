// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The processes of a program that ends well make the archive together:
//
//     definitions  --- up the tree, merged --->  first process     it also makes the archive's directory
//     archive ids  <-- down the tree ----------
//     each process writes its own threads' events
//     extents      --- up the tree ----------->  first process     it stores them with the definitions
//     done         <-- down the tree ----------  each process removes its recording
//
// The archive's own file of definitions has names of functions, which `latecomer` finds when the program has
// ended.
//
// Errors travel along: a process that returned early would leave the others waiting.

#include "record/archive/write_archive.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "otf2/archive_writer.h"
#include "record/archive/archive_definitions.h"
#include "record/archive/archive_place.h"
#include "record/archive/encode.h"
#include "record/archive/merge.h"
#include "record/core/bytes.h"
#include "record/core/recording_files.h"

namespace latecomer::record {

namespace {

// Exchange over the binomial tree of ranks, whose root is rank 0. With size n each rank takes part in at most
// log2(n) messages; all ranks must call.

/// Gives rank 0 all ranks' values merged by `merge(into, other)`, which must be associative; the other ranks
/// get a part. `pack(value)` makes the bytes that `unpack` reads.
template <class Value, class Unpack, class Merge>
Value reduce_to_first(ProcessGroup& processes, Value value, Unpack&& unpack, Merge&& merge) {
  for (uint64_t step = 1; step < processes.size(); step *= 2) {
    if (processes.rank() % (2 * step) != 0) {
      processes.send(static_cast<uint32_t>(processes.rank() - step), pack(value));
      break;
    }
    if (processes.rank() + step < processes.size()) {
      merge(value, unpack(processes.receive(static_cast<uint32_t>(processes.rank() + step))));
    }
  }
  return value;
}

/// Returns rank 0's bytes on all ranks.
std::vector<std::byte> broadcast_from_first(ProcessGroup& processes, std::vector<std::byte> bytes) {
  uint64_t step = 1;
  while (step < processes.size() && processes.rank() % (2 * step) == 0) step *= 2;
  if (processes.rank() != 0) bytes = processes.receive(static_cast<uint32_t>(processes.rank() - step));
  for (step /= 2; step > 0; step /= 2) {
    if (processes.rank() + step < processes.size()) {
      processes.send(static_cast<uint32_t>(processes.rank() + step), bytes);
    }
  }
  return bytes;
}

// How the writing went in some of the processes.
struct Outcome {
  std::vector<ProcessExtent> extents;
  std::string error;  // the first, if any

  static auto fields(auto& self) { return std::tie(self.extents, self.error); }
};

std::vector<std::byte> pack(const Outcome& outcome) {
  ByteWriter bytes;
  bytes.put(outcome);
  return bytes.bytes();
}

Outcome unpack_outcome(std::span<const std::byte> packed) {
  return ByteReader(packed).get<Outcome>();
}

void merge(Outcome& into, Outcome other) {
  std::ranges::move(other.extents, std::back_inserter(into.extents));
  if (into.error.empty()) into.error = std::move(other.error);
}

// A process without files has nothing to define, but takes part.
Result<ProcessDefinitions> own_definitions(const ProcessGroup& processes, const std::string& own_directory) {
  ProcessDefinitions definitions;
  if (!own_directory.empty()) {
    TRY(definitions, read_process(own_directory));
  }
  definitions.identity.world_rank = processes.rank();
  definitions.identity.world_size = processes.size();
  return definitions;
}

// What fails here, with an exception or without, ends in the outcome: the others wait for it.
template <class Write>
Outcome outcome_of(Write&& write) {
  Outcome outcome;
  const auto failed = [&](const char* why) { outcome = {{}, why}; };
  try {
    if (const Status done = write(outcome); !done) failed(done.error().message.c_str());
  } catch (const std::exception& problem) {
    failed(problem.what());
  }
  return outcome;
}

std::vector<uint64_t> references_of(const ProcessExtent& process) {
  std::vector<uint64_t> references;
  for (size_t thread = 0; thread < process.threads.size(); ++thread)
    references.push_back(otf2::location_reference(process.number, thread));
  return references;
}

Status write_own_events(const ProcessGroup& processes, const Result<ProcessDefinitions>& definitions,
                        const SharedDefinitions& shared, const std::string& archive,
                        const std::string& own_directory, Outcome& outcome) {
  if (!definitions) return definitions.error();
  TRY(otf2::ArchiveWriter writer,
      otf2::ArchiveWriter::create(writing_directory(archive), otf2::ArchivePart::events_only,
                                  otf2::Locations::few, processes.size()));
  TRY(ProcessExtent extent,
      encode_process(own_directory, processes.rank(), *definitions,
                     translation(*definitions, processes.rank(), processes.size(), shared), writer));
  TRY_STATUS(writer.close());
  TRY_STATUS(sync_locations(archive, references_of(extent)));
  outcome.extents.push_back(std::move(extent));
  return {};
}

Status finish_events(const std::string& archive, const SharedDefinitions& shared, Outcome outcome) {
  if (!outcome.error.empty()) return Error{outcome.error};
  std::ranges::sort(outcome.extents, {}, &ProcessExtent::number);
  return put_events_in_place(archive, pack(shared, outcome.extents));
}

std::vector<std::byte> yes_or_no(bool answer) {
  return {std::byte{answer}};
}
bool is_yes(const std::vector<std::byte>& answer) {
  return answer.size() == 1 && answer[0] == std::byte{1};
}

}  // namespace

Status write_archive_together(ProcessGroup& processes, const std::string& archive,
                              const std::string& own_directory) {
  const bool first = processes.rank() == 0;
  const Result<ProcessDefinitions> own = own_definitions(processes, own_directory);
  const SharedDefinitions merged = reduce_to_first(
      processes, shared_definitions(own ? *own : ProcessDefinitions()), unpack_shared,
      [](SharedDefinitions& into, SharedDefinitions other) { merge(into, std::move(other)); });

  // The first process makes the directory that the others write to.
  Status ready = own ? Status() : Status(own.error());
  if (first && own) {
    remove_incomplete_archive(archive);
    ready = make_writing_directory(archive);
  }
  if (!is_yes(broadcast_from_first(processes, yes_or_no(bool(ready))))) return first ? ready : Status();

  const SharedDefinitions shared = unpack_shared(broadcast_from_first(processes, pack(keys_of(merged))));
  Outcome outcome = outcome_of([&](Outcome& written) {
    return write_own_events(processes, own, shared, archive, own_directory, written);
  });
  outcome = reduce_to_first(processes, std::move(outcome), unpack_outcome,
                            [](Outcome& into, Outcome other) { merge(into, std::move(other)); });

  if (first) {
    outcome = outcome_of([&](Outcome&) { return finish_events(archive, merged, std::move(outcome)); });
  }
  const bool finished = outcome.error.empty();
  if (is_yes(broadcast_from_first(processes, yes_or_no(finished)))) {
    remove_claim(archive);
    if (!own_directory.empty()) remove_process_directory(own_directory);
  } else if (first) {
    remove_incomplete_archive(archive);
  }
  return finished || !first ? Status() : Status(Error{outcome.error});
}

}  // namespace latecomer::record
