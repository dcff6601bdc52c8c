// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/archive/archive_place.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "record/core/archive_room.h"
#include "record/core/recording_files.h"

namespace latecomer::record {

namespace fs = std::filesystem;

namespace {

Error problem_of(const fs::path& path, int problem) {
  return Error{path.string() + ": " + std::strerror(problem)};
}

// File systems that cannot do it for this kind of file have nothing to do.
Status sync(const fs::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return problem_of(path, errno);
  const int problem = fsync(file) == 0 ? 0 : errno;
  close(file);
  if (problem == 0 || problem == EINVAL || problem == ENOTSUP) return {};
  return problem_of(path, problem);
}

Status move(const fs::path& from, const fs::path& to) {
  std::error_code problem;
  fs::rename(from, to, problem);
  return problem ? Status(Error{to.string() + ": " + problem.message()}) : Status();
}

// A file that is still open keeps its room until it is closed.
void remove_all(const fs::path& path) {
  std::error_code ignored;
  for (fs::recursive_directory_iterator entry(path, ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    std::error_code kept;
    if (entry->is_regular_file(kept)) fs::resize_file(entry->path(), 0, kept);
  }
  fs::remove_all(path, ignored);
}

uint64_t archive_bytes_of(const std::string& file, RecordingFile kind) {
  std::error_code missing;
  const uint64_t bytes = fs::file_size(file, missing);
  return missing ? 0 : bytes * most_archive_bytes(kind);
}

// Of the archives of all that is recorded, at most.
uint64_t archive_bytes_of(const std::string& directory) {
  uint64_t bytes = 0;
  std::error_code problem;
  for (const std::string& process : process_directories(directory, problem)) {
    bytes += archive_bytes_of(definitions_file(process), RecordingFile::definitions);
    const size_t threads = count_threads(process);
    for (size_t thread = 0; thread < threads; ++thread) {
      bytes += archive_bytes_of(thread_file(process, thread), RecordingFile::events) +
               archive_bytes_of(stack_file(process, thread), RecordingFile::stacks) + kArchiveBytesOfThread;
    }
  }
  for (const std::string& archive : archives_in(directory))
    bytes += archive_bytes_of(shared_definitions_file(archive), RecordingFile::definitions);
  return bytes;
}

constexpr uint64_t kMegabyte = 1'000'000;

std::string free_room(const std::string& directory) {
  struct statvfs files {};
  if (statvfs(directory.c_str(), &files) != 0) return {};
  return ", of which there are " + std::to_string(files.f_bavail * files.f_frsize / kMegabyte) + " MB";
}

}  // namespace

std::string writing_directory(const std::string& archive) {
  return archive + "/.writing";
}

Status make_writing_directory(const std::string& archive) {
  const std::string directory = writing_directory(archive) + "/traces";
  std::error_code problem;
  fs::create_directories(directory, problem);
  return problem ? Status(Error{directory + ": cannot be made: " + problem.message()}) : Status();
}

Status sync_locations(const std::string& archive, const std::vector<uint64_t>& references) {
  const std::string directory = writing_directory(archive) + "/traces/";
  for (const uint64_t reference : references) {
    for (const char* ending : {".evt", ".def"})
      TRY_STATUS(sync(directory + std::to_string(reference) + ending));
  }
  return {};
}

Status put_events_in_place(const std::string& archive, std::span<const std::byte> shared_definitions) {
  const fs::path from = writing_directory(archive);
  const fs::path to = archive;
  std::ofstream file(from / "definitions", std::ios::binary);
  file.write(reinterpret_cast<const char*>(shared_definitions.data()),
             static_cast<std::streamsize>(shared_definitions.size()));
  file.close();
  if (!file) return problem_of(from / "definitions", errno);
  for (const char* name : {"definitions", "traces", ""}) TRY_STATUS(sync(from / name));
  TRY_STATUS(move(from / "traces", to / "traces"));
  TRY_STATUS(move(from / "definitions", shared_definitions_file(archive)));
  remove_all(writing_directory(archive));
  return sync(to);
}

Status put_in_place(const std::string& archive) {
  const fs::path from = writing_directory(archive);
  const fs::path to = archive;
  for (const char* name : {"traces.def", "traces.otf2", "traces", ""}) TRY_STATUS(sync(from / name));
  if (!lacks_definitions(archive)) TRY_STATUS(move(from / "traces", to / "traces"));
  for (const char* name : {"traces.def", "traces.otf2"}) TRY_STATUS(move(from / name, to / name));
  TRY_STATUS(sync(to));
  remove_all(writing_directory(archive));
  remove_all(shared_definitions_file(archive));
  return {};
}

void remove_incomplete_archive(const std::string& archive) {
  remove_all(writing_directory(archive));
  if (fs::exists(anchor_file(archive)) || lacks_definitions(archive)) return;
  remove_all(archive + "/traces");
  remove_all(archive + "/traces.def");
}

Error archive_error(const std::string& directory, const std::string& problem) {
  const uint64_t wanted = archive_bytes_of(directory) / kMegabyte + 1;
  return Error{"the archive cannot be written: " + problem + "; it takes up to " + std::to_string(wanted) +
               " MB" + free_room(directory) + ". The recording is kept: latecomer analyze " + directory +
               " makes the archive where there is room"};
}

}  // namespace latecomer::record
