// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/record_decoder.h"

#include "otf2/enums.h"
#include "otf2/record_layout.h"

namespace latecomer::otf2 {

using trace::EventKind;

bool RecordDecoder::decode(RecordType type) {
  switch (type) {
    case RecordType::enter:
    case RecordType::leave:
      return decode_region(type);
    case RecordType::mpi_send:
      return decode_message(EventKind::send);
    case RecordType::mpi_isend:
      return decode_message(EventKind::isend);
    case RecordType::mpi_isend_complete:
      return decode_request(EventKind::isend_complete);
    case RecordType::mpi_irecv_request:
      return decode_request(EventKind::irecv_request);
    case RecordType::mpi_recv:
      return decode_message(EventKind::recv);
    case RecordType::mpi_irecv:
      return decode_message(EventKind::irecv);
    case RecordType::mpi_request_test:
      return decode_request(EventKind::request_test);
    case RecordType::mpi_request_cancelled:
      return decode_request(EventKind::request_cancelled);
    case RecordType::mpi_collective_begin:
      return forward_plain(EventKind::collective_begin);
    case RecordType::mpi_collective_end:
      return decode_collective(EventKind::collective_end);
    case RecordType::nonblocking_collective_request:
      return decode_request(EventKind::icollective_request);
    case RecordType::nonblocking_collective_complete:
      return decode_collective(EventKind::icollective_complete);
    case RecordType::comm_create:
      return decode_communicator(EventKind::comm_create);
    case RecordType::comm_destroy:
      return decode_communicator(EventKind::comm_destroy);
    case RecordType::parameter_unsigned_int:
      return decode_parameter();
    case RecordType::calling_context_enter:
    case RecordType::calling_context_leave:
    case RecordType::calling_context_sample:
      return decode_calling_context(type);
    default:
      break;
  }
  if (type >= RecordType::omp_fork && type <= RecordType::omp_release_lock) return decode_omp(type);
  if (type >= RecordType::rma_win_create && type <= RecordType::rma_op_complete_remote)
    return decode_rma(type);
  if (type >= RecordType::io_create_handle && type <= RecordType::io_operation_cancelled)
    return decode_file(type);
  if (type >= RecordType::thread_fork && type <= RecordType::thread_release_lock) return decode_thread(type);
  if (type >= RecordType::thread_create && type <= RecordType::thread_end) return decode_thread_life(type);
  return decode_run(type);
}

bool RecordDecoder::forward_plain(EventKind kind) {
  forwarder_.plain(kind, time_);
  return true;
}

bool RecordDecoder::decode_region(RecordType type) {
  OTF2_RegionRef region = 0;
  fields_.read(region);
  if (!fields_.are_whole()) return false;
  if (type == RecordType::enter)
    forwarder_.enter(time_, tables_.regions(region), attributes());
  else
    forwarder_.leave(time_, tables_.regions(region));
  return true;
}

/// What else they say does not matter: which regions were left or went on follows from the contexts, as far
/// as it can be known.
bool RecordDecoder::decode_calling_context(RecordType type) {
  uint32_t context = 0;
  fields_.read(context);
  if (!fields_.are_whole()) return false;
  context = tables_.calling_contexts(context);
  if (type == RecordType::calling_context_enter)
    forwarder_.enter_context(time_, context);
  else if (type == RecordType::calling_context_leave)
    forwarder_.leave_context(time_, context);
  else
    forwarder_.sample(time_, context);
  return true;
}

bool RecordDecoder::decode_message(EventKind kind) {
  uint32_t peer = 0;
  uint32_t communicator = 0;
  uint32_t tag = 0;
  uint64_t bytes = 0;
  uint64_t request = 0;
  fields_.read(peer, communicator, tag, bytes);
  if (kind == EventKind::isend || kind == EventKind::irecv) fields_.read(request);
  if (!fields_.are_whole()) return false;
  forwarder_.message(kind, time_, peer, tables_.communicators(communicator), tag, bytes, request);
  return true;
}

bool RecordDecoder::decode_request(EventKind kind) {
  uint64_t request = 0;
  fields_.read(request);
  if (!fields_.are_whole()) return false;
  forwarder_.request(kind, time_, request);
  return true;
}

bool RecordDecoder::decode_collective(EventKind kind) {
  OTF2_CollectiveOp op = 0;
  uint32_t communicator = 0;
  uint32_t root = 0;
  uint64_t sent = 0;
  uint64_t received = 0;
  uint64_t request = 0;
  fields_.read(op, communicator, root, sent, received);
  if (kind == EventKind::icollective_complete) fields_.read(request);
  if (!fields_.are_whole()) return false;
  forwarder_.collective(kind, time_, op, tables_.communicators(communicator), root, sent, received, request,
                        attributes());
  return true;
}

bool RecordDecoder::decode_communicator(EventKind kind) {
  uint32_t communicator = 0;
  fields_.read(communicator);
  if (!fields_.are_whole()) return false;
  forwarder_.communicator(kind, time_, tables_.communicators(communicator));
  return true;
}

bool RecordDecoder::decode_parameter() {
  uint32_t parameter = 0;
  uint64_t value = 0;
  fields_.read(parameter, value);
  if (!fields_.are_whole()) return false;
  forwarder_.parameter(time_, tables_.parameters(parameter), value, attributes());
  return true;
}

/// The records that OpenMP had before they served all kinds of threads.
bool RecordDecoder::decode_omp(RecordType type) {
  uint32_t lock = 0;
  uint32_t number = 0;
  if (type == RecordType::omp_fork)
    fields_.read(number);
  else if (type != RecordType::omp_join)
    fields_.read(lock, number);
  if (!fields_.are_whole()) return false;
  if (type == RecordType::omp_fork)
    forwarder_.thread_fork(time_, OTF2_PARADIGM_OPENMP, number);
  else if (type == RecordType::omp_join)
    forwarder_.thread_join(time_, OTF2_PARADIGM_OPENMP);
  else
    forwarder_.lock(type == RecordType::omp_acquire_lock ? EventKind::acquire_lock : EventKind::release_lock,
                    time_, OTF2_PARADIGM_OPENMP, lock, number);
  return true;
}

bool RecordDecoder::decode_thread(RecordType type) {
  OTF2_Paradigm paradigm = 0;
  uint32_t threads = 0;
  switch (type) {
    case RecordType::thread_fork:
      fields_.read(paradigm, threads);
      if (fields_.are_whole()) forwarder_.thread_fork(time_, paradigm, threads);
      return fields_.are_whole();
    case RecordType::thread_join:
      fields_.read(paradigm);
      if (fields_.are_whole()) forwarder_.thread_join(time_, paradigm);
      return fields_.are_whole();
    case RecordType::thread_team_begin:
      return decode_team(EventKind::team_begin);
    case RecordType::thread_team_end:
      return decode_team(EventKind::team_end);
    case RecordType::thread_acquire_lock:
      return decode_lock(EventKind::acquire_lock);
    default:
      return decode_lock(EventKind::release_lock);
  }
}

bool RecordDecoder::decode_team(EventKind kind) {
  uint32_t team = 0;
  fields_.read(team);
  if (!fields_.are_whole()) return false;
  forwarder_.team(kind, time_, tables_.communicators(team));
  return true;
}

bool RecordDecoder::decode_thread_life(RecordType type) {
  uint32_t threads = 0;
  uint64_t number = 0;
  fields_.read(threads, number);
  if (!fields_.are_whole()) return false;
  EventKind kind = EventKind::thread_end;
  if (type == RecordType::thread_create) kind = EventKind::thread_create;
  if (type == RecordType::thread_begin) kind = EventKind::thread_begin;
  if (type == RecordType::thread_wait) kind = EventKind::thread_wait;
  forwarder_.thread(kind, time_, tables_.communicators(threads), number);
  return true;
}

bool RecordDecoder::decode_lock(EventKind kind) {
  OTF2_Paradigm paradigm = 0;
  uint32_t lock = 0;
  uint32_t order = 0;
  fields_.read(paradigm, lock, order);
  if (!fields_.are_whole()) return false;
  forwarder_.lock(kind, time_, paradigm, lock, order);
  return true;
}

bool RecordDecoder::decode_rma(RecordType type) {
  switch (type) {
    case RecordType::rma_win_create:
      return decode_window(EventKind::rma_win_create);
    case RecordType::rma_win_destroy:
      return decode_window(EventKind::rma_win_destroy);
    case RecordType::rma_collective_begin:
      return forward_plain(EventKind::rma_collective_begin);
    case RecordType::rma_collective_end:
      return decode_window_collective();
    case RecordType::rma_group_sync:
      return decode_group_sync();
    case RecordType::rma_request_lock:
      return decode_window_lock(EventKind::rma_request_lock);
    case RecordType::rma_acquire_lock:
      return decode_window_lock(EventKind::rma_acquire_lock);
    case RecordType::rma_release_lock:
      return decode_window_lock(EventKind::rma_release_lock);
    case RecordType::rma_put:
      return decode_access(EventKind::rma_put);
    case RecordType::rma_get:
      return decode_access(EventKind::rma_get);
    case RecordType::rma_atomic:
      return decode_access(EventKind::rma_atomic);
    case RecordType::rma_op_complete_blocking:
    case RecordType::rma_op_complete_nonblocking:
      return decode_access_completion(EventKind::rma_complete_local);
    case RecordType::rma_op_test:
      return decode_access_completion(EventKind::rma_test);
    case RecordType::rma_op_complete_remote:
      return decode_access_completion(EventKind::rma_complete_remote);
    default:
      return decode_run(type);
  }
}

bool RecordDecoder::decode_window(EventKind kind) {
  uint32_t window = 0;
  fields_.read(window);
  if (!fields_.are_whole()) return false;
  forwarder_.window(kind, time_, tables_.windows(window));
  return true;
}

bool RecordDecoder::decode_window_collective() {
  OTF2_CollectiveOp op = 0;
  uint32_t level = 0;
  uint32_t window = 0;
  uint32_t root = 0;
  uint64_t sent = 0;
  uint64_t received = 0;
  fields_.read(op, level, window, root, sent, received);
  if (!fields_.are_whole()) return false;
  forwarder_.window_collective_end(time_, op, tables_.windows(window), root, sent, received);
  return true;
}

bool RecordDecoder::decode_group_sync() {
  uint32_t level = 0;
  uint32_t window = 0;
  uint32_t group = 0;
  fields_.read(level, window, group);
  if (!fields_.are_whole()) return false;
  forwarder_.group_sync(time_, level, tables_.windows(window), tables_.groups(group));
  return true;
}

bool RecordDecoder::decode_window_lock(EventKind kind) {
  uint32_t window = 0;
  uint32_t target = 0;
  uint64_t lock = 0;
  OTF2_LockType type = OTF2_LOCK_SHARED;
  fields_.read(window, target, lock);
  if (kind != EventKind::rma_release_lock) fields_.read(type);
  if (!fields_.are_whole()) return false;
  forwarder_.window_lock(kind, time_, tables_.windows(window), target, lock, type);
  return true;
}

bool RecordDecoder::decode_access(EventKind kind) {
  uint32_t window = 0;
  uint32_t target = 0;
  OTF2_RmaAtomicType operation = 0;
  uint64_t sent = 0;
  uint64_t received = 0;
  uint64_t matching = 0;
  fields_.read(window, target);
  if (kind == EventKind::rma_atomic) fields_.read(operation);
  if (kind != EventKind::rma_get) fields_.read(sent);
  if (kind != EventKind::rma_put) fields_.read(received);
  fields_.read(matching);
  if (!fields_.are_whole()) return false;
  forwarder_.access(kind, time_, tables_.windows(window), target, sent, received, matching);
  return true;
}

bool RecordDecoder::decode_access_completion(EventKind kind) {
  uint32_t window = 0;
  uint64_t matching = 0;
  fields_.read(window, matching);
  if (!fields_.are_whole()) return false;
  forwarder_.access_completion(kind, time_, tables_.windows(window), matching);
  return true;
}

bool RecordDecoder::decode_file(RecordType type) {
  uint32_t handle = 0;
  uint8_t small = 0;
  uint32_t file = 0;
  IoHandleFlags flags;
  uint64_t offset = 0;
  uint64_t position = 0;
  switch (type) {
    case RecordType::io_create_handle:
      fields_.read(handle, flags.access, flags.creation, flags.status);
      if (fields_.are_whole())
        forwarder_.file_opened(time_, tables_.io_handles(handle), pack_io_flags(flags));
      return fields_.are_whole();
    case RecordType::io_destroy_handle:
      fields_.read(handle);
      if (fields_.are_whole()) forwarder_.file_closed(time_, tables_.io_handles(handle));
      return fields_.are_whole();
    case RecordType::io_seek:
      fields_.read(handle, offset, small, position);
      if (fields_.are_whole())
        forwarder_.file_sought(time_, tables_.io_handles(handle), offset, small, position);
      return fields_.are_whole();
    case RecordType::io_delete_file:
      fields_.read(small, file);
      if (fields_.are_whole()) forwarder_.file_deleted(time_, small, tables_.io_files(file));
      return fields_.are_whole();
    case RecordType::io_duplicate_handle:
    case RecordType::io_change_status_flags:
      return decode_run(type);
    default:
      return decode_file_operation(type);
  }
}

bool RecordDecoder::decode_file_operation(RecordType type) {
  uint32_t handle = 0;
  uint8_t mode = 0;
  uint32_t flags = 0;
  uint64_t bytes = 0;
  uint64_t request = 0;
  fields_.read(handle);
  if (type == RecordType::io_operation_begin) fields_.read(mode, flags);
  if (type == RecordType::io_operation_begin || type == RecordType::io_operation_complete)
    fields_.read(bytes);
  fields_.read(request);
  if (!fields_.are_whole()) return false;
  handle = tables_.io_handles(handle);
  if (type == RecordType::io_operation_begin)
    forwarder_.file_operation_begin(time_, handle, mode, flags, bytes, request, attributes());
  else if (type == RecordType::io_operation_complete)
    forwarder_.file_operation(EventKind::io_operation_complete, time_, handle, bytes, request);
  else if (type == RecordType::io_operation_issued)
    forwarder_.file_operation(EventKind::io_operation_issued, time_, handle, 0, request);
  else if (type == RecordType::io_operation_test)
    forwarder_.file_operation(EventKind::io_operation_test, time_, handle, 0, request);
  else
    forwarder_.file_operation(EventKind::io_operation_cancelled, time_, handle, 0, request);
  return true;
}

/// The run and its recording, and all the rest.
bool RecordDecoder::decode_run(RecordType type) {
  uint32_t name = 0;
  OTF2_MeasurementMode mode = 0;
  uint64_t number = 0;
  switch (type) {
    case RecordType::program_begin:
      if (!has_fields_of_event(type, fields_)) return false;
      fields_.read(name);
      if (fields_.are_whole()) forwarder_.program_begin(time_, tables_.strings(name));
      break;
    case RecordType::program_end:
      forwarder_.program_end(time_);
      break;
    case RecordType::measurement_on_off:
      fields_.read(mode);
      if (fields_.are_whole()) forwarder_.measurement_on_off(time_, mode);
      break;
    case RecordType::buffer_flush:
      number = fields_.read_fixed(sizeof(number));
      if (fields_.are_whole()) forwarder_.buffer_flush(time_, Ticks(static_cast<int64_t>(number)));
      break;
    default:
      if (!has_fields_of_event(type, fields_)) return false;
      if (is_single_number(type)) fields_.read(number);
      if (!fields_.are_whole()) break;
      if (type >= kFirstEvent && type <= kLastEvent)
        forwarder_.plain(EventKind::other, time_);
      else
        forwarder_.unknown(time_);
      break;
  }
  return fields_.are_whole();
}

}  // namespace latecomer::otf2
