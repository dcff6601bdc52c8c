// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/library.h"

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "base/printable.h"

// This file does not include fmt: the archive writer needs it inside the preloaded recorder, which shall
// bring the program no library.
namespace latecomer::otf2 {
namespace {

thread_local std::string first_error;
thread_local bool writes_seem_to_succeed = false;
thread_local int write_problem = 0;  // of the first that did not, as errno has it

OTF2_ErrorCode collect_error(void*, const char*, uint64_t, const char*, OTF2_ErrorCode code,
                             const char* format, va_list arguments) {
  if (!first_error.empty()) return code;
  std::array<char, 256> text{};
  std::vsnprintf(text.data(), text.size(), format, arguments);
  const char* description = OTF2_Error_GetDescription(code);
  // The message may quote the file.
  first_error = text[0] == '\0' ? description : printable_line(text.data()) + " (" + description + ")";
  return code;
}

// libotf2 keeps all events in memory unless this makes it write full chunks.
OTF2_FlushType flush_when_full(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
  return OTF2_FLUSH;
}
constexpr OTF2_FlushCallbacks kFlushCallbacks = {flush_when_full, nullptr};

}  // namespace

SeemingWrites::SeemingWrites() : is_within_another_(writes_seem_to_succeed) {
  if (is_within_another_) return;
  forget_library_errors();
  write_problem = 0;
  writes_seem_to_succeed = true;
}

SeemingWrites::~SeemingWrites() {
  writes_seem_to_succeed = is_within_another_;
}

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
  // libotf2 allocates as much as the file says, and writes no archive with less or more than these.
  for (const uint64_t size : {handle.event_chunk_size(), handle.definition_chunk_size()}) {
    if (size < OTF2_CHUNK_SIZE_MIN || size > OTF2_CHUNK_SIZE_MAX)
      return Error{anchor + ": the anchor file is damaged: it says that chunks have " + std::to_string(size) +
                   " bytes"};
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

WriterHandle::WriterHandle(std::string directory, OTF2_Archive* archive)
    : directory_(std::move(directory)), archive_(archive) {}

WriterHandle::WriterHandle(WriterHandle&& other) noexcept
    : directory_(std::move(other.directory_)),
      archive_(std::exchange(other.archive_, nullptr)),
      failed_(other.failed_.load()) {}

WriterHandle::~WriterHandle() {
  (void)close();
}

Result<WriterHandle> WriterHandle::open(const std::string& directory, const ArchiveFormat& format) {
  std::error_code problem;
  std::filesystem::create_directories(directory, problem);
  if (problem) return Error{directory + ": cannot be made: " + problem.message()};

  silence_library();
  forget_library_errors();
  OTF2_Archive* archive =
      OTF2_Archive_Open(directory.c_str(), format.name.c_str(), OTF2_FILEMODE_WRITE, format.event_chunk_size,
                        format.definition_chunk_size, OTF2_SUBSTRATE_POSIX, format.compression);
  if (archive == nullptr)
    return Error{directory + ": cannot be opened for writing an archive: " + first_library_error()};
  WriterHandle handle(directory, archive);
  TRY_STATUS(handle.check(OTF2_Archive_SetFlushCallbacks(archive, &kFlushCallbacks, nullptr)));
  return handle;
}

Status WriterHandle::check(OTF2_ErrorCode code) const {
  if (code == OTF2_SUCCESS) return {};
  failed_ = true;
  const std::string said = first_library_error();
  return Error{directory_ + ": " + (said.empty() ? OTF2_Error_GetDescription(code) : said)};
}

Status WriterHandle::check_written(OTF2_ErrorCode code) const {
  if (write_problem != 0) {
    failed_ = true;
    return Error{directory_ + ": " + std::strerror(write_problem)};
  }
  const bool said_nothing = first_library_error().empty();
  return check(code == OTF2_SUCCESS && !said_nothing ? OTF2_ERROR_PROCESSED_WITH_FAULTS : code);
}

namespace {

// Their memory and their files stay open until the process ends.
void give_up(OTF2_Archive* archive) {
  static std::mutex mutex;
  static std::vector<OTF2_Archive*>* const given_up = new std::vector<OTF2_Archive*>;
  const std::scoped_lock lock(mutex);
  given_up->push_back(archive);
}

}  // namespace

Status WriterHandle::close() {
  if (archive_ == nullptr) return {};
  OTF2_Archive* const archive = std::exchange(archive_, nullptr);
  if (!failed_) return close_files(archive);
  give_up(archive);
  return {};
}

Status WriterHandle::close_files(OTF2_Archive* archive) {
  const SeemingWrites all;
  const auto step = [&](OTF2_ErrorCode code) {
    const Status done = check_written(code);
    if (!done) give_up(archive);
    return done;
  };
  TRY_STATUS(step(OTF2_Archive_CloseEvtFiles(archive)));
  TRY_STATUS(step(OTF2_Archive_CloseDefFiles(archive)));
  return check_written(OTF2_Archive_Close(archive));
}

}  // namespace latecomer::otf2

// Replaces the C library's for all that calls it: libotf2 among that, linked statically or not.
extern "C" size_t fwrite(const void* data, size_t size, size_t count, FILE* file) {
  flockfile(file);
  const size_t written = fwrite_unlocked(data, size, count, file);
  const int problem = errno;
  funlockfile(file);
  if (written == count || !latecomer::otf2::writes_seem_to_succeed) return written;
  if (latecomer::otf2::write_problem == 0) latecomer::otf2::write_problem = problem == 0 ? EIO : problem;
  return count;
}
