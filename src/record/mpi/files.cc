// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/files.h"

#include <string>
#include <utility>

#include "record/mpi/call.h"
#include "record/mpi/communicators.h"
#include "record/mpi/known_objects.h"
#include "record/mpi/point_to_point.h"
#include "record/mpi/requests.h"

namespace latecomer::record::mpi {

namespace {

// Not those that were opened by a communicator that the recorder does not know.
constinit KnownObjects<MPI_File, FileInfo> files;

/// Returns nullptr also while recording is off.
FileInfo* find_stored_file(MPI_File file) {
  return storing() ? files.find(file) : nullptr;
}

trace::Event event_on(const FileInfo& file, trace::EventKind kind) {
  trace::Event event = event_of(kind);
  event.io_handle = file.id;
  return event;
}

trace::Event event_on(const FileInfo& file, trace::EventKind kind, uint64_t request) {
  trace::Event event = event_on(file, kind);
  event.request = request;
  return event;
}

void write_complete(const FileInfo& file, uint64_t request, uint64_t bytes) {
  trace::Event event = event_on(file, trace::EventKind::io_operation_complete, request);
  event.bytes_sent = bytes;
  write_even_if_off(event);
}

uint32_t opening_flags(int mode) {
  uint32_t flags = trace::kIoReadOnly;
  if ((mode & MPI_MODE_WRONLY) != 0) flags = trace::kIoWriteOnly;
  if ((mode & MPI_MODE_RDWR) != 0) flags = trace::kIoReadWrite;
  constexpr std::pair<int, uint32_t> kFlags[] = {
      {MPI_MODE_CREATE, trace::kIoCreate},     {MPI_MODE_EXCL, trace::kIoExclusive},
      {MPI_MODE_SEQUENTIAL, trace::kIoNoSeek}, {MPI_MODE_UNIQUE_OPEN, trace::kIoUnique},
      {MPI_MODE_APPEND, trace::kIoAppend},     {MPI_MODE_DELETE_ON_CLOSE, trace::kIoDeleteOnClose},
  };
  for (const auto& [mpi, flag] : kFlags) {
    if ((mode & mpi) != 0) flags |= flag;
  }
  return flags;
}

/// Returns an offset in the file in bytes, but not of a file without positions: asking would be an error.
uint64_t byte_offset(const FileInfo& info, MPI_File file, MPI_Offset offset) {
  MPI_Offset bytes = 0;
  const bool has_positions = (info.mode & MPI_MODE_SEQUENTIAL) == 0;
  if (!has_positions || offset < 0 || PMPI_File_get_byte_offset(file, offset, &bytes) != MPI_SUCCESS)
    return trace::kNoOffset;
  return static_cast<uint64_t>(bytes);
}

/// Writes the begin of a read or write and returns its request id.
uint64_t write_begin(const FileInfo& file, const FileAccessArguments& arguments, uint32_t blocking) {
  trace::Event begin = event_on(file, trace::EventKind::io_operation_begin, next_request());
  begin.mode() = static_cast<uint32_t>(arguments.mode) | blocking;
  if (arguments.collective) begin.mode() |= trace::kIoCollective;
  if (arguments.count > 0)
    begin.bytes_sent = static_cast<uint64_t>(arguments.count * size_of(arguments.datatype));
  begin.offset() = arguments.offset ? byte_offset(file, arguments.file, *arguments.offset) : trace::kNoOffset;
  write(begin);
  return begin.request;
}

}  // namespace

FileOpening::FileOpening(MPI_Comm comm) : comm_(find_comm_of(trace::EventKind::io_create_handle, comm)) {
  if (comm_ == nullptr) return;
  origin_ = next_child(*comm_);
  may_wait_for_members(comm_->id);
}

void FileOpening::opened(int result, MPI_File file, std::string_view name, int mode) {
  if (comm_ == nullptr || result != MPI_SUCCESS || file == MPI_FILE_NULL) return;
  const HandleDefinition definition{unique_id_of(origin_), comm_->unique_id, {std::string(name), {}}};
  std::unique_ptr<FileInfo> info = std::make_unique<FileInfo>();
  info->id = define_handle(definition);
  info->file = define_file(definition.file);
  info->comm = comm_->id;
  info->mode = mode;
  trace::Event opened = event_on(*info, trace::EventKind::io_create_handle);
  opened.flags() = opening_flags(mode);
  write(opened);
  files.set(file, std::move(info));
}

// Taken out first: once the real function is done, another thread may get the same handle for a new file.
FileClosing::FileClosing(MPI_File file) : handle_(file), taken_(files.take(file)) {
  if (taken_) may_wait_for_members(taken_->comm);
}

void FileClosing::closed(int result) {
  if (!taken_) return;
  if (result != MPI_SUCCESS) return files.set(handle_, std::move(taken_));
  const FileInfo& info = *taken_;
  if ((info.mode & MPI_MODE_DELETE_ON_CLOSE) != 0) {
    trace::Event deleted = event_of(trace::EventKind::io_delete_file);
    deleted.io_file = info.file;
    deleted.by_mpi() = 1;
    write(deleted);
  }
  write(event_on(info, trace::EventKind::io_destroy_handle));
}

FileChange::FileChange(MPI_File file) : file_(find_stored_file(file)) {
  if (file_ == nullptr) return;
  request_ = next_request();
  trace::Event begin = event_on(*file_, trace::EventKind::io_operation_begin, request_);
  begin.mode() = static_cast<uint32_t>(trace::IoMode::flush) | trace::kIoCollective;
  begin.offset() = trace::kNoOffset;
  write(begin);
  may_wait_for_members(file_->comm);
}

void FileChange::finished() {
  if (file_ != nullptr) write_complete(*file_, request_, 0);
}

void file_seek_done(int result, MPI_File file, MPI_Offset offset, int whence) {
  const FileInfo* info = find_stored_file(file);
  MPI_Offset position = 0;
  if (info == nullptr || result != MPI_SUCCESS || PMPI_File_get_position(file, &position) != MPI_SUCCESS)
    return;
  trace::Event event = event_on(*info, trace::EventKind::io_seek);
  event.whence() = whence == MPI_SEEK_SET ? 0 : whence == MPI_SEEK_CUR ? 1 : 2;
  event.seek() = static_cast<uint64_t>(offset);
  event.position() = static_cast<uint64_t>(position);
  write(event);
}

void file_deleted(int result, std::string_view name) {
  if (result != MPI_SUCCESS || !storing()) return;
  trace::Event event = event_of(trace::EventKind::io_delete_file);
  event.io_file = define_file({std::string(name), {}});
  event.by_mpi() = 1;
  write(event);
}

FileAccess::FileAccess(const FileAccessArguments& arguments) : file_(find_stored_file(arguments.file)) {
  if (file_ == nullptr) return;
  request_ = write_begin(*file_, arguments, 0);
  if (arguments.collective) may_wait_for_members(file_->comm);
}

void FileAccess::finished(int result, const MPI_Status& status) {
  if (file_ == nullptr) return;
  write_complete(*file_, request_, result == MPI_SUCCESS ? static_cast<uint64_t>(bytes_received(status)) : 0);
}

NonblockingFileAccess::NonblockingFileAccess(const FileAccessArguments& arguments)
    : file_(find_stored_file(arguments.file)) {
  if (file_ != nullptr) request_ = write_begin(*file_, arguments, trace::kIoNonblocking);
}

void NonblockingFileAccess::issued(int result) const {
  write(event_on(*file_,
                 result == MPI_SUCCESS ? trace::EventKind::io_operation_issued
                                       : trace::EventKind::io_operation_cancelled,
                 request_));
}

void NonblockingFileAccess::started(int result, MPI_Request request) {
  if (file_ == nullptr) return;
  issued(result);
  if (result != MPI_SUCCESS) return;
  RequestInfo info;
  info.completion = event_on(*file_, trace::EventKind::io_operation_complete, request_);
  add_request(request, info);
}

void NonblockingFileAccess::split(int result) {
  if (file_ == nullptr) return;
  issued(result);
  if (result == MPI_SUCCESS) file_->split = request_;
}

void split_access_ended(int result, MPI_File file, const MPI_Status& status) {
  FileInfo* info = files.find(file);
  if (info == nullptr || info->split == 0 || result != MPI_SUCCESS) return;
  write_complete(*info, std::exchange(info->split, 0), static_cast<uint64_t>(bytes_received(status)));
}

}  // namespace latecomer::record::mpi
