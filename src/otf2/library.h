// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <string>

#include "base/result.h"

namespace latecomer::otf2 {

/// Keeps libotf2 from writing to standard error; from now on its messages are collected per thread.
void silence_library();

/// The first message of libotf2 on this thread since `forget_library_errors`, which is the cause of those
/// that follow; empty if there was none.
std::string first_library_error();
void forget_library_errors();

/// An archive that libotf2 has opened for reading. A handle is for one thread; several on one archive are
/// independent.
class ReaderHandle {
 public:
  /// `anchor` is the path of the anchor file.
  static Result<ReaderHandle> open(const std::string& anchor);

  ReaderHandle(ReaderHandle&& other) noexcept : reader_(other.reader_) { other.reader_ = nullptr; }
  ReaderHandle& operator=(ReaderHandle&&) = delete;
  ~ReaderHandle();

  OTF2_Reader* get() const { return reader_; }

  /// Bytes in a chunk of the archive's event and definitions files.
  uint64_t event_chunk_size() const;
  uint64_t definition_chunk_size() const;

 private:
  explicit ReaderHandle(OTF2_Reader* reader) : reader_(reader) {}
  OTF2_Reader* reader_;
};

}  // namespace latecomer::otf2
