// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/condense_files.h"

#include "base/bounded_sum.h"
#include "trace/event.h"

namespace latecomer::analyze {

using trace::Anomaly;
using trace::CollectiveOp;
using trace::Event;
using trace::EventKind;

namespace {

FileRequest request_of(const Event& event) {
  return {event.io_handle, event.request};
}

uint64_t known_bytes(const Event& event) {
  return event.bytes_sent == UINT64_MAX ? 0 : event.bytes_sent;
}

void count_access(CondensingLocation& location, CallPathId path, const trace::IoHandle& handle,
                  const OpenFileOperation& operation, uint64_t bytes) {
  const trace::IoMode mode = trace::io_mode_of(operation.mode);
  if (mode == trace::IoMode::flush) return;
  const bool collective = (operation.mode & trace::kIoCollective) != 0;
  FileAccessSums& sums = location.file_accesses[{path, {handle.paradigm, collective, mode}}];
  ++sums.number;
  sums.bytes = bounded_sum(sums.bytes, bounded(bytes));
}

/// Ends an operation. Nobody waits for a member that moved no bytes, nor does it wait.
void end_collective(Collective& collective, const trace::IoHandle& handle, uint64_t bytes, Ticks time) {
  collective.comm = handle.comm;
  collective.bytes_sent = collective.bytes_received = bytes;
  collective.end = time;
}

}  // namespace

void FileCondenser::changed(const Event& event, Ticks time) {
  const trace::IoHandle& handle = handles_[event.io_handle.index()];
  if (!handle.comm.valid()) return;
  const CallIndex call = stack_.ended_operation_call(time);
  const bool opened = event.kind == EventKind::io_create_handle;
  out_.add_event_time(EventTimeKind::collective_end, out_.collectives.size(), time);
  out_.collectives.push_back({.comm = handle.comm,
                              .op = opened ? CollectiveOp::create_handle : CollectiveOp::destroy_handle,
                              .start = call,
                              .completion = call,
                              .end = time,
                              .file = event.io_handle});
}

void FileCondenser::begin(const Event& event, Ticks time) {
  OpenFileOperation operation{event.mode()};
  if ((event.mode() & trace::kIoCollective) != 0 && handles_[event.io_handle.index()].comm.valid()) {
    operation.collective = static_cast<uint32_t>(out_.collectives.size());
    out_.collectives.push_back({.start = stack_.operation_call(time),
                                .file = event.io_handle,
                                .mode = trace::io_mode_of(event.mode())});
  }
  out_.open_file_operations.insert_or_assign(request_of(event), operation);
}

void FileCondenser::complete(const Event& event, Ticks time) {
  const auto begun = out_.open_file_operations.find(request_of(event));
  const bool is_foreign = begun == out_.open_file_operations.end();
  const OpenFileOperation operation = is_foreign ? OpenFileOperation() : begun->second;
  const bool is_collective = operation.collective != OpenFileOperation::kIndividual;
  const bool is_nonblocking = is_foreign || (operation.mode & trace::kIoNonblocking) != 0;
  const bool by_mpi = handles_[event.io_handle.index()].paradigm == trace::IoParadigm::mpi;
  const bool needs_call = is_collective || (is_nonblocking && by_mpi);
  const CallIndex call = needs_call ? stack_.ended_operation_call(time) : kNoCall;
  if (is_foreign) {
    out_.foreign_file_completions.push_back({request_of(event), known_bytes(event), time, call});
    return;
  }
  count_access(out_, stack_.path(), handles_[event.io_handle.index()], operation, known_bytes(event));
  if (is_collective) {
    out_.add_event_time(EventTimeKind::collective_end, operation.collective, time);
    Collective& collective = out_.collectives[operation.collective];
    end_collective(collective, handles_[event.io_handle.index()], known_bytes(event), time);
    collective.completion = call;
  } else if (call != kNoCall) {
    out_.file_completions.push_back(call);
  }
  out_.open_file_operations.erase(begun);
}

void FileCondenser::cancel(const Event& event) {
  out_.open_file_operations.erase(request_of(event));
}

void join_file_operations(std::span<CondensingLocation> process, const trace::Definitions& definitions) {
  for (CondensingLocation& completer : process) {
    for (const FileCompletion& each : completer.foreign_file_completions) {
      CondensingLocation* owner = nullptr;
      for (CondensingLocation& other : process) {
        if (other.open_file_operations.contains(each.request)) owner = &other;
      }
      const trace::IoHandle& handle = definitions.io_handles[each.request.handle.index()];
      if (owner == nullptr) {
        const CallPathId path = each.call == kNoCall ? CallPathId() : completer.path_of(each.call);
        completer.count_anomaly(Anomaly::unknown_request, path);
        continue;
      }
      const OpenFileOperation operation = owner->open_file_operations[each.request];
      owner->open_file_operations.erase(each.request);
      if (each.call == kNoCall) continue;
      count_access(completer, completer.path_of(each.call), handle, operation, each.bytes);
      if (operation.collective == OpenFileOperation::kIndividual) {
        completer.file_completions.push_back(each.call);
        continue;
      }
      end_collective(owner->collectives[operation.collective], handle, each.bytes, each.time);
      completer.collectives_of_others.push_back({owner->id, operation.collective, each.call});
    }
  }
  for (CondensingLocation& location : process) {
    location.open_file_operations.clear();
    location.foreign_file_completions.clear();
  }
}

}  // namespace latecomer::analyze
