// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/library.h"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <mutex>

// No fmt here: the archive writer needs this file inside the preloaded recorder, which shall bring the
// program no library.
namespace latecomer::otf2 {
namespace {

thread_local std::string first_error;

OTF2_ErrorCode collect_error(void*, const char*, uint64_t, const char*, OTF2_ErrorCode code,
                             const char* format, va_list arguments) {
  if (!first_error.empty()) return code;
  std::array<char, 256> text{};
  std::vsnprintf(text.data(), text.size(), format, arguments);
  const char* description = OTF2_Error_GetDescription(code);
  first_error = text[0] == '\0' ? description : std::string(text.data()) + " (" + description + ")";
  return code;
}

}  // namespace

void silence_library() {
  static std::once_flag once;
  std::call_once(once, [] { OTF2_Error_RegisterCallback(collect_error, nullptr); });
}

std::string first_library_error() {
  return first_error;
}

void forget_library_errors() {
  first_error.clear();
}

Result<ReaderHandle> ReaderHandle::open(const std::string& anchor) {
  silence_library();
  forget_library_errors();
  OTF2_Reader* reader = OTF2_Reader_Open(anchor.c_str());
  if (reader == nullptr)
    return Error{anchor + ": cannot be opened as an OTF2 archive: " + first_library_error()};
  ReaderHandle handle(reader);
  if (OTF2_Reader_SetSerialCollectiveCallbacks(reader) != OTF2_SUCCESS) {
    return Error{anchor + ": " + first_library_error()};
  }
  return handle;
}

uint64_t ReaderHandle::event_chunk_size() const {
  uint64_t events = 0;
  uint64_t definitions = 0;
  OTF2_Reader_GetChunkSize(reader_, &events, &definitions);
  return events;
}

uint64_t ReaderHandle::definition_chunk_size() const {
  uint64_t events = 0;
  uint64_t definitions = 0;
  OTF2_Reader_GetChunkSize(reader_, &events, &definitions);
  return definitions;
}

ReaderHandle::~ReaderHandle() {
  if (reader_ != nullptr) OTF2_Reader_Close(reader_);
}

}  // namespace latecomer::otf2
