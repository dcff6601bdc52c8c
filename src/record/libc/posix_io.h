// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "trace/event.h"

// What posix-io.so, whose functions stand before those of the C library, finds in the recorder. Nothing here
// changes errno.
namespace latecomer::record {

enum class PosixCall : uint8_t {
#define POSIX_CALL(name) name,
#include "record/libc/posix_calls.def"
#undef POSIX_CALL
};

/// Identifies an open file that is recorded; it is false for a file that is not.
struct PosixFile {
  uint32_t handle = UINT32_MAX;
  uint64_t request = 0;  ///< Is the request id of the operation that has begun.
  explicit operator bool() const { return handle != UINT32_MAX; }
};

struct PosixIo {
  /// Says that calls which access files are recorded.
  void (*begin)() noexcept;
  /// Begins a call that opens a file; if true, `opened` has to follow, with the file's descriptor, or -1.
  bool (*open)(PosixCall call, const void* caller) noexcept;
  void (*opened)(PosixCall call, int descriptor, const char* name, int flags) noexcept;
  /// Begins a call that closes a file; where that is recorded, `closed` has to follow.
  PosixFile (*close)(int descriptor, const void* caller) noexcept;
  void (*closed)(PosixFile file) noexcept;
  /// These functions begin a read, write or flush, which `done` ends, or a seek, which `seek_done` ends.
  PosixFile (*access)(PosixCall call, int descriptor, trace::IoMode mode, uint64_t bytes, uint64_t offset,
                      const void* caller) noexcept;
  void (*done)(PosixCall call, PosixFile file, int64_t bytes) noexcept;
  PosixFile (*seek)(int descriptor, const void* caller) noexcept;
  void (*seek_done)(PosixFile file, int64_t offset, int whence, int64_t position) noexcept;
  /// Forgets the descriptor: it is closed, or becomes another file's, in a way that is not recorded.
  void (*forget)(int descriptor) noexcept;
};

}  // namespace latecomer::record

namespace latecomer::record {

/// Returns whether posix-io.so records the calls that access files.
bool records_file_access() noexcept;

}  // namespace latecomer::record

extern "C" {
extern const latecomer::record::PosixIo latecomer_posix_io;
}
