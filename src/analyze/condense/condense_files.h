// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>

#include "analyze/condense/call_stack.h"
#include "analyze/condense/condensing_location.h"

namespace latecomer::analyze {

/// Takes a location's events of files: what all members of a file do together becomes collective operations,
/// and how much was read and written is added up by call path.
class FileCondenser {
 public:
  FileCondenser(CondensingLocation& out, CallStack& stack, const trace::Definitions& definitions)
      : out_(out), stack_(stack), handles_(definitions.io_handles) {}

  /// Takes an event that opens or closes a file.
  void changed(const trace::Event& event, Ticks time);
  void begin(const trace::Event& event, Ticks time);
  void complete(const trace::Event& event, Ticks time);
  void cancel(const trace::Event& event);

 private:
  CondensingLocation& out_;
  CallStack& stack_;
  const std::vector<trace::IoHandle>& handles_;
};

/// Joins what one thread of a process began with what another completed.
void join_file_operations(std::span<CondensingLocation> process, const trace::Definitions& definitions);

}  // namespace latecomer::analyze
