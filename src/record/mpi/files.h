// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "record/core/recorder.h"
#include "record/mpi/comm_definitions.h"
#include "trace/event.h"

// Files that MPI opens, and the events of what is done with them.
namespace latecomer::record::mpi {

struct CommInfo;

struct FileInfo {
  trace::IoHandleId id;
  trace::IoFileId file;
  trace::CommId comm;  ///< Is the communicator whose members have opened the file.
  int mode = 0;        ///< Is the access mode with which the file was opened, of MPI_MODE_...
  uint64_t split = 0;  ///< Is the request id of the split collective that is under way; 0: none.
};

/// Records MPI_File_open.
class FileOpening {
 public:
  explicit FileOpening(MPI_Comm comm);
  void opened(int result, MPI_File file, std::string_view name, int mode);

 private:
  CommInfo* comm_;
  CommOrigin origin_;
};

/// Records MPI_File_close.
class FileClosing {
 public:
  explicit FileClosing(MPI_File file);
  void closed(int result);

 private:
  MPI_File handle_;
  std::unique_ptr<FileInfo> taken_;
};

/// Records what all members of a file call to change it as a whole, or to make it whole: MPI_File_set_view,
/// _set_size, _preallocate, _set_atomicity, _set_info, _seek_shared, _sync.
class FileChange {
 public:
  explicit FileChange(MPI_File file);
  void finished();

 private:
  FileInfo* file_;
  uint64_t request_ = 0;
};

/// These functions write events after MPI_File_seek and MPI_File_delete.
void file_seek_done(int result, MPI_File file, MPI_Offset offset, int whence);
void file_deleted(int result, std::string_view name);

/// Holds the arguments of any function that reads or writes.
struct FileAccessArguments {
  MPI_File file = MPI_FILE_NULL;
  trace::IoMode mode = trace::IoMode::read;
  bool collective = false;
  MPI_Count count = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  std::optional<MPI_Offset> offset = {};  ///< Is the explicit offset, in elementary types of the file's view.
};

/// Records a blocking read or write around its real call.
class FileAccess {
 public:
  explicit FileAccess(const FileAccessArguments& arguments);
  void finished(int result, const MPI_Status& status);

 private:
  FileInfo* file_;
  uint64_t request_ = 0;
};

/// Records a nonblocking read or write, or the begin of a split collective.
class NonblockingFileAccess {
 public:
  explicit NonblockingFileAccess(const FileAccessArguments& arguments);
  void started(int result, MPI_Request request);
  void split(int result);

 private:
  void issued(int result) const;

  FileInfo* file_;
  uint64_t request_ = 0;
};

/// Ends a split collective, after MPI_File_read_all_end and its siblings.
void split_access_ended(int result, MPI_File file, const MPI_Status& status);

}  // namespace latecomer::record::mpi
