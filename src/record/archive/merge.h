// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "record/archive/stack_tree.h"
#include "record/core/definitions.h"
#include "trace/definitions.h"

// The definitions of all processes as one. The tables are ordered by content, so the merge is associative and
// commutative: the result does not depend on the shape of the tree in which processes come together, and ids
// are positions in that order.
namespace latecomer::record {

/// Holds what processes have in common, and what their ids refer to.
struct SharedDefinitions {
  std::set<RegionKey> regions;
  std::map<uint64_t, CommDefinition> comms;      ///< Maps unique ids to their definitions.
  std::map<uint64_t, WindowDefinition> windows;  ///< Maps unique ids to their definitions.
  std::set<FileKey> files;
  std::map<uint64_t, HandleDefinition> handles;  ///< Maps unique ids to their definitions.
  std::set<SourcesKey> sources;
  StackTree stacks;
};

SharedDefinitions shared_definitions(const ProcessDefinitions& process);
void merge(SharedDefinitions& into, SharedDefinitions other);
/// Returns the definitions without the members of communicators, which ids do not depend on.
SharedDefinitions keys_of(const SharedDefinitions& shared);

std::vector<std::byte> pack(const SharedDefinitions& shared);
SharedDefinitions unpack_shared(std::span<const std::byte> packed);

/// Returns whether the threads of each process have a communicator, after those of MPI and before teams.
bool creates_threads(const SharedDefinitions& shared);

/// Translates a process's ids to the archive's.
struct IdTranslation {
  std::vector<trace::RegionId> regions;
  std::vector<trace::CommId> comms;
  std::vector<trace::WindowId> windows;
  std::vector<trace::IoFileId> files;
  std::vector<trace::IoHandleId> handles;
  std::vector<trace::GroupId> sources;
  std::vector<std::vector<trace::CallingContextId>> stacks;  ///< Has the translation of stacks by thread.
  trace::CommId threads;     ///< Is the communicator of the process's threads.
  trace::CommId first_team;  ///< Is the first team of the process; the others follow in steps of `team_step`.
  size_t team_step = 1;

  trace::Event operator()(trace::Event event, size_t thread) const;
  trace::CommId comm_of(const trace::Event& event) const;
};
/// Returns the translation for the process `number`, as in ProcessExtent, of so many `processes`.
IdTranslation translation(const ProcessDefinitions& process, uint32_t number, uint32_t processes,
                          const SharedDefinitions& shared);

}  // namespace latecomer::record
