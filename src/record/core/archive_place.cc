// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/archive_place.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <system_error>

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

uint64_t recorded_bytes(const std::string& directory) {
  uint64_t bytes = 0;
  std::error_code problem;
  for (const std::string& process : process_directories(directory, problem)) {
    for (const fs::directory_entry& file : fs::directory_iterator(process, problem)) {
      std::error_code missing;
      const uint64_t size = file.file_size(missing);
      if (!missing) bytes += size;
    }
  }
  return bytes;
}

// In megabytes, at least one.
std::string megabytes(double bytes) {
  constexpr double kMegabyte = 1e6;
  return std::to_string(static_cast<uint64_t>(std::ceil(std::max(1.0, bytes / kMegabyte)))) + " MB";
}

std::string free_room(const std::string& directory) {
  struct statvfs files {};
  if (statvfs(directory.c_str(), &files) != 0) return {};
  const double bytes = static_cast<double>(files.f_bavail) * static_cast<double>(files.f_frsize);
  return ", of which there are " + std::to_string(static_cast<uint64_t>(bytes / 1e6)) + " MB";
}

}  // namespace

std::string writing_directory(const std::string& archive) {
  return archive + "/.writing";
}

Status sync_locations(const std::string& archive, const std::vector<uint64_t>& references) {
  const std::string directory = writing_directory(archive) + "/traces/";
  for (const uint64_t reference : references) {
    for (const char* ending : {".evt", ".def"})
      TRY_STATUS(sync(directory + std::to_string(reference) + ending));
  }
  return {};
}

Status put_in_place(const std::string& archive) {
  const fs::path from = writing_directory(archive);
  const fs::path to = archive;
  for (const char* name : {"traces.def", "traces.otf2", "traces", ""}) TRY_STATUS(sync(from / name));
  for (const char* name : {"traces", "traces.def", "traces.otf2"}) TRY_STATUS(move(from / name, to / name));
  std::error_code ignored;
  fs::remove(from, ignored);
  return sync(to);
}

void remove_incomplete_archive(const std::string& archive) {
  remove_all(writing_directory(archive));
  if (fs::exists(anchor_file(archive))) return;
  remove_all(archive + "/traces");
  remove_all(archive + "/traces.def");
}

Error archive_error(const std::string& directory, const std::string& problem) {
  const double wanted = kMostArchiveBytes * static_cast<double>(recorded_bytes(directory));
  return Error{"the archive cannot be written: " + problem + "; it takes up to " + megabytes(wanted) +
               free_room(directory) + ". The recording is kept: latecomer analyze " + directory +
               " makes the archive where there is room"};
}

}  // namespace latecomer::record
