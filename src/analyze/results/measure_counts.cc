// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/match/synchronization.h"
#include "analyze/results/measure.h"
#include "analyze/waits/wait_kinds.h"
#include "base/bounded_sum.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

/// Holds the metrics of messages with data, or of empty ones.
struct MessageMetrics {
  Builtin sends, late_receivers, receives, late_senders, wrong_order;
};
constexpr MessageMetrics kCommunications = {Builtin::comms_send, Builtin::mpi_clr_count, Builtin::comms_recv,
                                            Builtin::mpi_cls_count, Builtin::mpi_clswo_count};
constexpr MessageMetrics kSynchronizations = {Builtin::syncs_send, Builtin::mpi_slr_count,
                                              Builtin::syncs_recv, Builtin::mpi_sls_count,
                                              Builtin::mpi_slswo_count};

const MessageMetrics& metrics_of(bool empty) {
  return empty ? kSynchronizations : kCommunications;
}

/// Adds up messages that follow each other on one call path, as most do, before it adds them to severities.
class MessageSums {
 public:
  MessageSums(Builtin MessageMetrics::*messages, Builtin bytes, LocationSeverities severities)
      : messages_(messages), bytes_metric_(bytes), severities_(severities) {}
  ~MessageSums() { add_sums(); }
  MessageSums(const MessageSums&) = delete;
  MessageSums& operator=(const MessageSums&) = delete;

  void add(const Envelope& message, CallPathId path) {
    if (path != path_) {
      add_sums();
      path_ = path;
      communications_ = synchronizations_ = bytes_ = 0;
    }
    ++(message.bytes == 0 ? synchronizations_ : communications_);
    bytes_ = bounded_sum(bytes_, bounded(message.bytes));
  }

 private:
  void add_sums() {
    severities_.add(kCommunications.*messages_, path_, communications_);
    severities_.add(kSynchronizations.*messages_, path_, synchronizations_);
    severities_.add(bytes_metric_, path_, bytes_);
  }

  Builtin MessageMetrics::*messages_;
  Builtin bytes_metric_;
  LocationSeverities severities_;
  CallPathId path_;
  int64_t communications_ = 0;
  int64_t synchronizations_ = 0;
  int64_t bytes_ = 0;
};

void count_messages(const CondensedTrace& trace, const CondensedLocation& location,
                    LocationSeverities severities) {
  MessageSums sends(&MessageMetrics::sends, Builtin::bytes_sent, severities);
  for (const Message& send : location.sends) {
    if (const uint32_t envelope = send.envelope; envelope != kNoEnvelope)
      sends.add(location.envelopes[envelope], location.path_of(send.start));
  }
  MessageSums receives(&MessageMetrics::receives, Builtin::bytes_rcvd, severities);
  for (const Message& receive : location.receives) {
    if (const CallIndex completion = receive.completion; completion != kNoCall)
      receives.add(location.envelope_of(receive), location.path_of(completion));
  }
  for (const CompletedForOther& each : location.receives_of_others) {
    const CondensedLocation& owner = trace[each.location];
    receives.add(owner.envelope_of(owner.receives[each.operation]), location.path_of(each.call));
  }
}

void count_message_waits(const CondensedLocation& location, const LargeVector<WaitState>& waits,
                         LocationSeverities severities) {
  for (const WaitState& wait : waits) {
    if (wait.content == Content::none) continue;
    const MessageMetrics& metrics = metrics_of(wait.content == Content::empty_message);
    const CallPathId path = location.path_of(wait.call);
    if (wait_kind(wait.metric).family == WaitFamily::late_receiver) {
      severities.add(metrics.late_receivers, path, 1);
      continue;
    }
    severities.add(metrics.late_senders, path, 1);
    const Builtin kind = wait_kind(wait.metric).wait;
    const bool wrong_order = kind == Builtin::mpi_lswo_same || kind == Builtin::mpi_lswo_different;
    if (wrong_order) severities.add(metrics.wrong_order, path, 1);
  }
}

Builtin collective_count(uint64_t sent, uint64_t received) {
  if (sent > 0 && received > 0) return Builtin::comms_cxch;
  if (sent > 0) return Builtin::comms_csrc;
  if (received > 0) return Builtin::comms_cdst;
  return Builtin::syncs_coll;
}

void count_collective(const Collective& collective, const Call& call, CallKind call_kind,
                      LocationSeverities severities) {
  if (!is_communication(collective, call_kind)) return;
  severities.add(collective_count(collective.bytes_sent, collective.bytes_received), call.path, 1);
  severities.add(Builtin::bytes_cout, call.path, bounded(collective.bytes_sent));
  severities.add(Builtin::bytes_cin, call.path, bounded(collective.bytes_received));
}

void count_collectives(const CondensedTrace& trace, const CondensedLocation& location,
                       LocationSeverities severities) {
  const auto count = [&](const Collective& collective, CallIndex completion) {
    const Call& call = location.call(completion);
    count_collective(collective, call, trace.class_of(call).kind, severities);
  };
  for (const Collective& collective : location.collectives) {
    if (collective.completion != kNoCall) count(collective, collective.completion);
  }
  for (const CompletedForOther& each : location.collectives_of_others)
    count(trace[each.location].collectives[each.operation], each.call);
}

void count_window_operations(const CondensedLocation& location, LocationSeverities severities) {
  using trace::EventKind;
  for (const WindowOperation& operation : location.window_operations) {
    const CallPathId path = location.path_of(operation.start);
    switch (operation.kind) {
      case EventKind::rma_group_sync:
        severities.add(Builtin::syncs_rma_active, path, 1);
        break;
      case EventKind::rma_request_lock:
      case EventKind::rma_release_lock:
        severities.add(Builtin::syncs_rma_passive, path, 1);
        break;
      case EventKind::rma_put:
        severities.add(Builtin::comms_rma_puts, path, 1);
        break;
      case EventKind::rma_get:
        severities.add(Builtin::comms_rma_gets, path, 1);
        break;
      case EventKind::rma_atomic:
        severities.add(Builtin::comms_rma_atomics, path, 1);
        break;
      default:
        continue;
    }
    severities.add(Builtin::bytes_put, path, bounded(operation.bytes_sent));
    severities.add(Builtin::bytes_get, path, bounded(operation.bytes_received));
  }
  for (const Collective& collective : location.collectives) {
    const bool fence =
        collective.window.valid() && synchronization_of(collective.op) == Synchronization::barrier;
    if (fence) severities.add(Builtin::syncs_rma_active, location.path_of(collective.completion), 1);
  }
}

/// Counts, of what goes through MPI, only reads and writes, not what the operating system does for them.
void count_file_accesses(const CondensedLocation& location, LocationSeverities severities) {
  for (const auto& [path_and_kind, sums] : location.file_accesses) {
    const FileAccesses& kind = path_and_kind.second;
    const CallPathId path = location.paths[path_and_kind.first.index()];
    const bool reads = kind.mode == trace::IoMode::read;
    if (kind.paradigm == trace::IoParadigm::posix) {
      severities.add(reads ? Builtin::io_bytes_read_posix : Builtin::io_bytes_written_posix, path,
                     sums.bytes);
    } else if (kind.paradigm == trace::IoParadigm::mpi) {
      const Builtin individual = reads ? Builtin::mpi_file_irops : Builtin::mpi_file_iwops;
      const Builtin collective = reads ? Builtin::mpi_file_crops : Builtin::mpi_file_cwops;
      severities.add(kind.collective ? collective : individual, path, sums.number);
      severities.add(reads ? Builtin::io_bytes_read_mpi : Builtin::io_bytes_written_mpi, path, sums.bytes);
    }
  }
}

void count_tests_apart(const CondensedLocation& location, LocationSeverities severities) {
  for (const auto& [own_path, tests] : location.tests_apart) {
    const CallPathId path = location.paths[own_path.index()];
    severities.add(Builtin::tests_apart, path, tests.number);
    severities.add(Builtin::between_tests, path, tests.time.count);
  }
}

}  // namespace

bool is_communication(const Collective& collective, CallKind completed_in) {
  if (collective.window.valid() || collective.file.valid()) return false;
  if (completed_in == CallKind::init || completed_in == CallKind::finalize) return false;
  const Synchronization kind = synchronization_of(collective.op);
  return kind != Synchronization::management && kind != Synchronization::none;
}

void measure_counts(const CondensedTrace& trace, const CondensedLocation& location,
                    const LargeVector<WaitState>& waits, LocationSeverities severities) {
  count_messages(trace, location, severities);
  count_message_waits(location, waits, severities);
  count_collectives(trace, location, severities);
  count_window_operations(location, severities);
  count_file_accesses(location, severities);
  count_tests_apart(location, severities);
}

}  // namespace latecomer::analyze
