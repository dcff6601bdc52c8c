// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace latecomer::otf2 {

/// Keeps libotf2 from writing to standard error; from now on its messages are collected per thread.
void silence_library();

/// Returns the first message of libotf2 on this thread since `forget_library_errors`, which is the cause of
/// those that follow; empty if there was none.
std::string first_library_error();
void forget_library_errors();

/// Is an archive that libotf2 has opened for reading. A handle is for one thread; several on one archive are
/// independent.
class ReaderHandle {
 public:
  /// Opens an archive by the path of its anchor file.
  static Result<ReaderHandle> open(const std::string& anchor);

  ReaderHandle(ReaderHandle&& other) noexcept : reader_(other.reader_) { other.reader_ = nullptr; }
  ReaderHandle& operator=(ReaderHandle&&) = delete;
  ~ReaderHandle();

  OTF2_Reader* get() const { return reader_; }

  /// These functions return the bytes in a chunk of the archive's event and definitions files.
  uint64_t event_chunk_size() const;
  uint64_t definition_chunk_size() const;

 private:
  explicit ReaderHandle(OTF2_Reader* reader) : reader_(reader) {}
  OTF2_Reader* reader_;
};

/// Makes this thread's files seem to take all that libotf2 writes, while it lives: 3.0 uses memory that it
/// has freed when a file could not take it, and goes on with success where it closes one.
/// WriterHandle::check_written says what failed.
class SeemingWrites {
 public:
  SeemingWrites();
  ~SeemingWrites();
  SeemingWrites(const SeemingWrites&) = delete;
  SeemingWrites& operator=(const SeemingWrites&) = delete;

 private:
  const bool is_within_another_;
};

/// Says how an archive is stored.
struct ArchiveFormat {
  std::string name = "traces";  ///< Is the name of the anchor file, without its ending.
  uint64_t event_chunk_size = OTF2_CHUNK_SIZE_EVENTS_DEFAULT;
  uint64_t definition_chunk_size = OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT;
  OTF2_Compression compression = OTF2_COMPRESSION_NONE;
};

/// Is an archive that libotf2 has opened for writing. Full chunks go to the files at once. Once a file could
/// not be written, the archive is given up: libotf2 3.0 stores behind the ends of its buffers when it closes
/// a writer after that.
class WriterHandle {
 public:
  /// Makes the directory if need be. It is an error if an archive of that name is there.
  static Result<WriterHandle> open(const std::string& directory, const ArchiveFormat& format);

  WriterHandle(WriterHandle&& other) noexcept;
  WriterHandle& operator=(WriterHandle&&) = delete;
  ~WriterHandle();

  OTF2_Archive* get() const { return archive_; }

  /// Returns an error that names the archive's directory and what libotf2 said if the code is not success.
  /// Every call that writes has to be checked.
  Status check(OTF2_ErrorCode code) const;
  /// Returns the error that `check` does, and an error also if something could not be written, or libotf2 has
  /// said something on this thread, since a SeemingWrites was made.
  Status check_written(OTF2_ErrorCode code) const;

  /// Completes the files. Without it the destructor does, and errors are lost.
  Status close();

 private:
  WriterHandle(std::string directory, OTF2_Archive* archive);
  Status close_files(OTF2_Archive* archive);

  std::string directory_;
  OTF2_Archive* archive_;
  mutable std::atomic<bool> failed_{false};
};

}  // namespace latecomer::otf2
